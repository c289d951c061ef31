import { Button } from '#src/ui/button.tsx'

/** In the place of a value that could not be had. */
export const NotHere = ({ onRetry }: { readonly onRetry: () => void }) => (
  <p role="alert" className="flex flex-wrap items-center gap-2 text-14 text-bad">
    This could not be loaded.
    <Button size="dense" onClick={onRetry}>
      Try again
    </Button>
  </p>
)

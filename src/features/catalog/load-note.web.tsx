import type { ReactNode } from 'react'
import { Button } from '#src/ui/button.tsx'
import { useReload } from './use-reload.web.tsx'

interface LoadNoteProps {
  /** False where the page has said already how to try again. */
  readonly canRetry?: boolean
  readonly children: ReactNode
}

/** A part of the page that could not be loaded, while the rest of it stands. */
export function LoadNote({ canRetry = true, children }: LoadNoteProps) {
  const { reload, isLoading } = useReload()
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-text-2">
      {children}
      {canRetry ? (
        <Button size="dense" busy={isLoading} onClick={reload}>
          Try again
        </Button>
      ) : null}
    </p>
  )
}

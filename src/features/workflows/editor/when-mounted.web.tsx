import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { Spinner } from '#src/ui/spinner.tsx'

/** A canvas has no place in the page that the server sends: it measures itself. */
export function WhenMounted({ children }: { readonly children: ReactNode }) {
  const isMounted = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return isMounted ? <Suspense fallback={<Waiting />}>{children}</Suspense> : <Waiting />
}

const Waiting = () => (
  <div className="bench-grid grid h-full place-items-center">
    <Spinner label="Loading the canvas…" showLabel />
  </div>
)

import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#src/ui/button.tsx'

interface LoadNoteProps {
  /** False where the page has said already how to try again. */
  readonly canRetry?: boolean
  readonly children: ReactNode
}

/** A part of the page that could not be loaded, while the rest of it stands. */
export function LoadNote({ canRetry = true, children }: LoadNoteProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-text-2">
      {children}
      {canRetry ? (
        <Button size="dense" busy={state === 'loading'} onClick={() => void revalidate()}>
          Try again
        </Button>
      ) : null}
    </p>
  )
}

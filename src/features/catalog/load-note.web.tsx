import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#src/ui/button.tsx'

/** A part of the page that could not be loaded, while the rest of it stands. */
export function LoadNote({ children }: { children: ReactNode }) {
  const { revalidate, state } = useRevalidator()
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-text-2">
      {children}
      <Button size="dense" busy={state === 'loading'} onClick={() => void revalidate()}>
        Try again
      </Button>
    </p>
  )
}

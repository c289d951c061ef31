import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { TimeAgo } from './time-ago.tsx'

interface Act {
  readonly label: string
  /** For who does not see in which row it stands. */
  readonly describedAs: string
  readonly onClick: () => void
}

interface KeptRowProps {
  readonly name: ReactNode
  /** Its line of small print. */
  readonly facts: ReactNode
  readonly change: Act
  readonly remove: Act
  /** Between name and facts. */
  readonly children?: ReactNode
}

/** One of the things that an account keeps, with what can be done with it. */
export const KeptRow = ({ name, facts, change, remove, children }: KeptRowProps) => (
  <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <p className="flex flex-wrap items-center gap-2 text-14 font-medium [overflow-wrap:anywhere]">{name}</p>
      {children}
      <p className="meta-line">{facts}</p>
    </div>
    <div className="flex flex-wrap gap-2">
      <Button size="dense" onClick={change.onClick} aria-label={change.describedAs}>
        {change.label}
      </Button>
      <Button size="dense" variant="danger" onClick={remove.onClick} aria-label={remove.describedAs}>
        {remove.label}
      </Button>
    </div>
  </li>
)

export const LastUsed = ({ at }: { readonly at: string | null }) =>
  at === null ? (
    'never used'
  ) : (
    <>
      last used <TimeAgo at={at} />
    </>
  )

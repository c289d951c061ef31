import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

const WIDTH = 'mx-auto w-full max-w-6xl px-4 md:px-8'

interface PageHeaderProps {
  title: ReactNode
  /** Mono line over the title: where this is. */
  eyebrow?: ReactNode
  /** One sentence under the title. */
  lead?: ReactNode
  actions?: ReactNode
  /** Badges, chips, meta line. */
  children?: ReactNode
}

/** The only h1 of a page, on the dotted bench; takes the focus after a client navigation. */
export const PageHeader = ({ title, eyebrow, lead, actions, children }: PageHeaderProps) => (
  <header className="bench-grid bench-ruler">
    <div className={classNames(WIDTH, 'flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-8 pb-8')}>
      <div className="flex min-w-0 max-w-3xl flex-col gap-2">
        {eyebrow ? <div className="eyebrow w-fit max-w-full bg-canvas pe-2">{eyebrow}</div> : null}
        <h1
          tabIndex={-1}
          data-page-heading=""
          className="w-fit bg-canvas pe-2 text-26 [overflow-wrap:anywhere] md:text-32"
        >
          {title}
        </h1>
        {lead ? <p className="w-fit bg-canvas pe-2 text-16 text-text-2 [overflow-wrap:anywhere]">{lead}</p> : null}
        {children}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </div>
  </header>
)

/** Everything under the page header, in its width. */
export const PageBody = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={classNames(WIDTH, 'flex flex-col gap-8 py-8', className)}>{children}</div>
)

/** A heading inside a page, with its own strip of the bench. */
export const SectionHeader = ({ title, id, actions }: { title: string; id?: string; actions?: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <h2 id={id} className="min-w-0 text-21 [overflow-wrap:anywhere]">
      {title}
    </h2>
    <span aria-hidden="true" className="bench-grid h-4 min-w-8 flex-1 self-center" />
    {actions}
  </div>
)

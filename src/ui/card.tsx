import { type ComponentProps, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'

export interface CardProps extends ComponentProps<'section'> {
  /** Heading of the card; names the region. */
  heading?: ReactNode
  level?: 2 | 3
  /** Buttons at the right of the heading. */
  actions?: ReactNode
  footer?: ReactNode
}

export function Card({ heading, level = 2, actions, footer, className, children, ...rest }: CardProps) {
  const Heading = `h${level}` as const
  const headingId = useId()
  return (
    <section
      {...(heading !== undefined && { 'aria-labelledby': headingId })}
      {...rest}
      className={classNames('min-w-0 rounded-10 border border-line bg-surface shadow-1', className)}
    >
      {heading === undefined ? null : (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3">
          <Heading id={headingId} className="text-16">
            {heading}
          </Heading>
          {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
        </header>
      )}
      <div className="p-4">{children}</div>
      {footer ? <footer className="border-t border-line px-4 py-3">{footer}</footer> : null}
    </section>
  )
}

export interface LinkCardProps {
  to: string
  title: string
  level?: 2 | 3
  /** Mono small print: runs · p50 · version. */
  meta?: readonly string[]
  badges?: ReactNode
  /** One more control, such as a favourite button; stays clickable above the card's link. */
  action?: ReactNode
  children?: ReactNode
  prefetch?: 'none' | 'intent' | 'viewport'
}

/** A card that is one link: the title carries it, the whole surface is its target. */
export function LinkCard({ to, title, level = 3, meta, badges, action, children, prefetch = 'intent' }: LinkCardProps) {
  const Heading = `h${level}` as const
  return (
    <article
      className={
        'group relative flex min-w-0 flex-col gap-2 rounded-10 border border-line bg-surface p-4 shadow-1 ' +
        'transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-2'
      }
    >
      <div className="flex items-start justify-between gap-2">
        <Heading className="min-w-0 text-16 [overflow-wrap:anywhere]">
          <Link
            to={to}
            prefetch={prefetch}
            className={
              'outline-none after:absolute after:inset-0 after:rounded-10 group-hover:text-accent-text ' +
              'focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring'
            }
          >
            {title}
          </Link>
        </Heading>
        {badges}
        {action ? <div className="relative z-1">{action}</div> : null}
      </div>
      <div className="line-clamp-3 text-14 text-text-2 [overflow-wrap:anywhere]">{children}</div>
      {meta && meta.length > 0 ? (
        <p className="meta-line mt-auto border-t border-dashed border-line pt-2">{meta.join(' · ')}</p>
      ) : null}
    </article>
  )
}

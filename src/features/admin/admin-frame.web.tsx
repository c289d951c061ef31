import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { TagLink } from '#src/ui/badge.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'

const SECTIONS = [
  { to: '/admin', label: 'Overview' },
  { to: '/admin/moderation', label: 'Moderation' },
  { to: '/admin/people', label: 'People' },
  { to: '/admin/featured', label: 'Featured' },
  { to: '/admin/tags', label: 'Tags' },
  { to: '/admin/figures', label: 'Figures' },
  { to: '/admin/payments', label: 'Payments' },
  { to: '/admin/errors', label: 'Client errors' },
  { to: '/admin/audit', label: 'Audit log' },
] as const

interface AdminFrameProps {
  readonly title: string
  readonly lead?: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Heading and navigation of each page of the admin area. */
export function AdminFrame({ title, lead, actions, children }: AdminFrameProps) {
  const { pathname } = useLocation()
  const isCurrent = (to: string) => pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`))
  return (
    <>
      <title>{`${title} · Admin · Fettle`}</title>
      <PageHeader eyebrow="Admin" title={title} lead={lead} actions={actions}>
        <nav aria-label="Admin" className="w-fit bg-canvas pt-2 pe-2 xl:w-max">
          <ul className="flex flex-wrap gap-1.5">
            {SECTIONS.map(({ to, label }) => (
              <li key={to}>
                <TagLink to={to} current={isCurrent(to)}>
                  {label}
                </TagLink>
              </li>
            ))}
          </ul>
        </nav>
      </PageHeader>
      <PageBody>{children}</PageBody>
    </>
  )
}

import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { TestPaymentsNote } from '#src/client/payments-note.tsx'
import { AdminFrame } from '#src/features/admin/admin-frame.web.tsx'
import { TagLink } from '#src/ui/badge.tsx'

const PAGES = [
  { to: '/admin/payments', label: 'All payments' },
  { to: '/admin/payments/payouts', label: 'Payouts' },
  { to: '/admin/payments/ledger', label: 'Ledger' },
  { to: '/admin/payments/margins', label: 'Margins' },
  { to: '/admin/payments/webhooks', label: 'Webhooks' },
  { to: '/admin/payments/reconciliation', label: 'Reconciliation' },
  { to: '/admin/payments/checks', label: 'Checks and refunds' },
] as const

interface MoneyFrameProps {
  readonly title: string
  readonly lead: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The admin area's frame, with the way to each of the pages about money. */
export function MoneyFrame({ title, lead, actions, children }: MoneyFrameProps) {
  const { pathname } = useLocation()
  const isCurrent = (to: string) => pathname === to || (to !== '/admin/payments' && pathname.startsWith(`${to}/`))
  return (
    <AdminFrame title={title} lead={lead} actions={actions}>
      <nav aria-label="Payments">
        <ul className="flex flex-wrap gap-1.5">
          {PAGES.map(({ to, label }) => (
            <li key={to}>
              <TagLink to={to} current={isCurrent(to)}>
                {label}
              </TagLink>
            </li>
          ))}
        </ul>
      </nav>
      <TestPaymentsNote />
      {children}
    </AdminFrame>
  )
}

import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import type { paymentsAdminContract } from '#src/features/checkout/checkout.schema.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { MoneyFrame } from './money-frame.web.tsx'
import { RefundCard } from './refund-card.web.tsx'

const CHECKS = getting<typeof paymentsAdminContract.checks>('/api/admin/payments/checks')
type Check = AnswerOf<typeof paymentsAdminContract.checks>['checks'][number]

export default function ChecksPage() {
  const query = useQuery({ ...CHECKS, staleTime: 0 })
  return (
    <MoneyFrame
      title="Checks and refunds"
      lead="Whether every cent can be explained, and refunds by the id of an order."
    >
      <section aria-labelledby="checks" className="flex flex-col gap-4">
        <SectionHeader id="checks" title="What must hold" />
        <QueryView
          query={query}
          loading={<RowSkeletons count={6} label="Loading the checks…" />}
          offline={<OfflineState />}
          failed={(failure) => <ErrorState level={3} title="Failed to fetch the checks" {...failure} />}
        >
          {({ checks, guard }) =>
            checks.length === 0 ? (
              <EmptyState level={3} title="Nobody has looked yet">
                The books are looked at from time to time, first soon after the start.
              </EmptyState>
            ) : (
              <>
                {guard === 'role' ? null : <TriggersOnly />}
                <ul className="divide-y divide-line rounded-10 border border-line bg-surface">
                  {[...checks].sort(byFindings).map((check) => (
                    <CheckRow key={check.name} check={check} />
                  ))}
                </ul>
              </>
            )
          }
        </QueryView>
      </section>
      <RefundCard />
    </MoneyFrame>
  )
}

const TriggersOnly = () => (
  <p className="text-14 text-text-2">
    The books are guarded by triggers only: the database role of this server owns them and could switch those off. With
    DATABASE_OWNER_URL it works as a role that cannot.
  </p>
)

/** What does not hold comes first. */
const byFindings = (one: Check, other: Check): number => Number(other.findings > 0) - Number(one.findings > 0)

const CheckRow = ({ check: { name, rule, findings, sample, checkedAt } }: { readonly check: Check }) => (
  <li className="flex items-start gap-3 px-4 py-3">
    {findings === 0 ? (
      <CircleCheck size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-ok" />
    ) : (
      <CircleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-bad" />
    )}
    <div className="min-w-0 [overflow-wrap:anywhere]">
      <h3 className="text-14 font-medium first-letter:uppercase">
        {name}: {findings === 0 ? 'holds' : `${findings} found`}
      </h3>
      <p className="text-13 text-text-2">{rule}</p>
      {findings === 0 ? null : <p className="font-mono text-13 text-bad">{sample}</p>}
      <p className="meta-line">
        looked at <TimeAgo at={checkedAt} />
      </p>
    </div>
  </li>
)

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import { toast } from '#src/client/toasts.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import { HOLD_DAYS } from '#src/features/checkout/checkout.schema.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { PayoutAccount } from './payout-account.web.tsx'
import { PayoutList } from './payout-list.web.tsx'
import type { payoutsContract } from './payouts.schema.ts'

type Answer = AnswerOf<typeof payoutsContract.payouts>
const KEY = ['/api/payouts', 'pages']

const toPage = (answer: Answer) => ({
  ...answer,
  cursor: answer.hasMore ? (answer.payouts.at(-1)?.id ?? null) : null,
})

interface PayoutsSectionProps {
  /** The balance is another one now. */
  readonly onPaid: () => void
}

/** What is paid next and why, where it goes, and what was paid. */
export function PayoutsSection({ onPaid }: PayoutsSectionProps) {
  const client = useQueryClient()
  const query = useLoadedPages({
    queryKey: KEY,
    fetchPage: async (before, signal) =>
      toPage(
        await api<typeof payoutsContract.payouts>(
          'GET',
          '/api/payouts',
          { query: { ...(before !== undefined && { before }) } },
          signal,
        ),
      ),
    loaded: undefined,
  })
  const onChanged = () => {
    void client.invalidateQueries({ queryKey: KEY })
    onPaid()
  }
  return (
    <section aria-labelledby="payouts" className="flex flex-col gap-4">
      <SectionHeader id="payouts" title="Payouts" />
      <QueryView
        query={query}
        loading={<RowSkeletons count={3} label="Loading your payouts…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState level={3} title="Failed to fetch your payouts" {...failure} />}
      >
        {({ pages }) => {
          const [latest] = pages
          const payouts = pages.flatMap((page) => page.payouts)
          return latest === undefined ? null : (
            <>
              <NextPayout answer={latest} onPaid={onChanged} />
              {payouts.length === 0 ? (
                <EmptyState level={3} title="Nothing paid out yet">
                  Each payout stands here, and each week without one says why.
                </EmptyState>
              ) : (
                <PayoutList payouts={payouts} />
              )}
              {query.hasNextPage ? (
                <Button className="w-fit" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Older payouts
                </Button>
              ) : null}
            </>
          )
        }}
      </QueryView>
    </section>
  )
}

const dayOf = (at: string) =>
  new Date(at).toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

interface NextPayoutProps {
  readonly answer: Answer
  readonly onPaid: () => void
}

function NextPayout({ answer, onPaid }: NextPayoutProps) {
  const { next, now, hold, minimum, account, needsSecondFactor } = answer
  return (
    <Card
      heading="Next payout"
      level={3}
      actions={now.reason === null && !needsSecondFactor ? <PayNow amount={now.amount} onPaid={onPaid} /> : null}
    >
      <div className="flex flex-col gap-4">
        {hold === null ? null : (
          <p className="rounded-6 bg-warn-soft px-3 py-2 text-14 text-warn [overflow-wrap:anywhere]">
            Your payouts are on hold: {hold.reason}
          </p>
        )}
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="figures text-26 font-semibold">
            {next.reason === null ? dollars(next.amount) : 'None yet'}
          </span>
          <span className="text-text-2">{next.reason === null ? `on ${dayOf(next.at)}` : next.why}</span>
        </p>
        <p className="text-13 text-text-2">
          Every Monday we pay out all that is available, from {dollars(minimum)}. A sale becomes available after{' '}
          {HOLD_DAYS} days, and you need not wait for Monday.
          {next.reason !== null && next.amount > 0 ? ` On ${dayOf(next.at)} it will be ${dollars(next.amount)}.` : ''}
        </p>
        {!needsSecondFactor ? (
          <PayoutAccount account={account} isNeeded={needsAccount(answer)} />
        ) : now.reason === null || needsAccount(answer) ? (
          <SecondFactorFirst />
        ) : null}
      </div>
    </Card>
  )
}

const SecondFactorFirst = () => (
  <div className="flex flex-col items-start gap-3 border-t border-line pt-4">
    <p className="text-14">
      Set up two-factor authentication before money leaves: with a password alone, whoever guessed it could send what
      you earned to a bank of theirs.
    </p>
    <ButtonLink to="/settings#second-factor" variant="primary">
      Set it up in your settings
    </ButtonLink>
  </div>
)

/** Who could not be paid yet is not asked where the money goes. */
const needsAccount = ({ now, next }: Answer): boolean =>
  now.reason === 'ONBOARDING_NEEDED' || next.reason === 'ONBOARDING_NEEDED'

function PayNow({ amount, onPaid }: { readonly amount: number; readonly onPaid: () => void }) {
  const [busy, setBusy] = useState(false)
  const withFresh = useFreshSignIn()
  const pay = async () => {
    setBusy(true)
    try {
      const { payout } = await withFresh(() => api<typeof payoutsContract.payNow>('POST', '/api/payouts', { body: {} }))
      if (payout.status === 'failed' || payout.status === 'skipped')
        toast({ kind: 'error', title: 'It was not paid out', description: payout.why })
      else toast({ kind: 'success', title: `${dollars(payout.amount)} is on its way to your bank` })
    } catch (error) {
      toast({ kind: 'error', title: 'It was not paid out', description: toApiError(error).message })
    } finally {
      setBusy(false)
      onPaid()
    }
  }
  return (
    <Button variant="primary" busy={busy} onClick={() => void pay()}>
      Pay out {dollars(amount)} now
    </Button>
  )
}

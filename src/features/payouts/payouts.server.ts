import { releaseAllShares } from '#src/features/checkout/money-chores.server.ts'
import { providerSilent, type Till } from '#src/features/checkout/till.ts'
import { ProviderRefusedError, ProviderUnavailableError } from '#src/features/payments/provider.ts'
import { byPages } from '#src/lib/by-pages.ts'
import { csvLine } from '#src/lib/csv.ts'
import { AppError, assertFound } from '#src/server/http/app-error.ts'
import { fresh, inSession, limitWith, withSecondFactor } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { outlooks } from './outlook.server.ts'
import { plan, send } from './pay-out.server.ts'
import { beginOnboarding, currentPayee } from './payees.server.ts'
import { accountState, MIN_PAYOUT } from './payout-rules.ts'
import { whyOf } from './payout-words.ts'
import { findHold, findPayout, listPayouts, type PayoutRow, sumPaidOut } from './payouts.queries.ts'
import { PAYOUTS_PER_PAGE, type Payout, payoutsContract } from './payouts.schema.ts'

interface PayoutsDeps {
  readonly till: Till
  readonly limiter: Limiter
  /** Origin without a trailing slash. */
  readonly publicUrl: string
}

export const toPayout = (row: PayoutRow): Payout => ({
  id: row.id,
  status: row.status,
  amount: row.amount,
  why: [whyOf(row), row.detail].filter((part) => part !== '').join(' '),
  isWeekly: row.period !== null,
  livemode: row.livemode,
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
})

const onboardingRefused = (message: string) => new AppError({ code: 'ONBOARDING_REFUSED', status: 409, message })

async function linkOrRefusal(work: Promise<string>): Promise<{ url: string }> {
  try {
    return { url: await work }
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw providerSilent()
    if (error instanceof ProviderRefusedError) throw onboardingRefused(error.message)
    throw error
  }
}

export function payoutsRoutes({ till, limiter, publicUrl }: PayoutsDeps): Route[] {
  const limit = limitWith(limiter)
  const { db } = till
  const { livemode } = till.provider
  return [
    route(payoutsContract.payouts, [inSession, limit('120/min', 'payouts')], async ({ user, query }) => {
      const payee = await currentPayee(till, user.id)
      const rows = await listPayouts(db, user.id, livemode, { before: query.before, limit: PAYOUTS_PER_PAGE + 1 })
      const hold = await findHold(db, user.id)
      return {
        ...{ livemode, minimum: MIN_PAYOUT, needsSecondFactor: !user.hasSecondFactor },
        account: { state: accountState(payee), country: payee?.country ?? null, missing: payee?.missing ?? [] },
        hold: hold === undefined ? null : { reason: hold.reason, since: hold.placed_at.toISOString() },
        ...(await outlooks(till, user.id)),
        payouts: rows.slice(0, PAYOUTS_PER_PAGE).map(toPayout),
        hasMore: rows.length > PAYOUTS_PER_PAGE,
      }
    }),
    route(payoutsContract.payNow, [withSecondFactor, limit('10/min', 'pay out')], async ({ user }) => {
      await currentPayee(till, user.id)
      await releaseAllShares(till, user.id)
      const planned = await plan(till, user.id, null)
      if (planned !== undefined) await send(till, planned.id)
      const payout = await findPayout(db, planned?.id ?? '')
      assertFound(payout, 'payout')
      return { payout: toPayout(payout) }
    }),
    route(payoutsContract.onboard, [withSecondFactor, fresh, limit('10/min', 'onboarding')], ({ user, body }) =>
      linkOrRefusal(beginOnboarding(till, { user, country: body.country, returnUrl: `${publicUrl}/earnings` })),
    ),
  ]
}

const toLine = ({ id, created_at: at, status, amount, ...row }: PayoutRow) =>
  csvLine([
    ...['payout', id, at.toISOString(), '', status, (amount / 100).toFixed(2), '', '', '', '', 'USD', ''],
    whyOf({ status, ...row }),
  ])

/** Payouts as lines of the file that has the sales. */
export async function* payoutLines({ db, provider }: Till, userId: string, perPage: number): AsyncGenerator<string> {
  const read = (before?: string) => listPayouts(db, userId, provider.livemode, { before, limit: perPage })
  for await (const page of byPages(perPage, read)) yield page.map(toLine).join('')
}

export const totalPaidOut = ({ db, provider }: Till, userId: string): Promise<number> =>
  sumPaidOut(db, userId, provider.livemode)

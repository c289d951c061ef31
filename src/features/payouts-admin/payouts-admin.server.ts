import { providerSilent, type Till } from '#src/features/checkout/till.ts'
import { ProviderRefusedError, ProviderUnavailableError, type Transfer } from '#src/features/payments/provider.ts'
import { outlooks } from '#src/features/payouts/outlook.server.ts'
import { applyTransfer } from '#src/features/payouts/pay-out.server.ts'
import { nextMonday } from '#src/features/payouts/payout-rules.ts'
import { isThere } from '#src/features/payouts/payouts.queries.ts'
import { toPayout } from '#src/features/payouts/payouts.server.ts'
import { csvLine } from '#src/lib/csv.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import { AppError, assertFound, conflict } from '#src/server/http/app-error.ts'
import { fresh, limitWith, may } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Asked, Viewer } from '#src/server/http/request-context.ts'
import { type Route, route } from '#src/server/http/route.ts'
import {
  type AdminPayoutRow,
  findAnyPayout,
  findCreator,
  liftHold,
  listAllPayouts,
  listCreators,
  placeHold,
} from './payouts-admin.queries.ts'
import {
  type AdminPayout,
  CREATORS_PER_PAGE,
  MAX_IN_FILE,
  PAYOUTS_PER_PAGE,
  payoutsAdminContract,
  type Upcoming,
} from './payouts-admin.schema.ts'

const toAdminPayout = (row: AdminPayoutRow): AdminPayout => ({
  ...toPayout(row),
  ...{ creatorId: row.creator_id, creator: row.creator, reason: row.reason, provider: row.provider },
  ...{ transferId: row.transfer_id, payeeId: row.payee_id, sentAt: row.sent_at?.toISOString() ?? null },
})

type CreatorRow = NonNullable<Awaited<ReturnType<typeof findCreator>>>

/** The same function explains the next payout to its creator. */
async function toUpcoming(till: Till, { hold, ...row }: CreatorRow): Promise<Upcoming> {
  const { amount, reason, why } = (await outlooks(till, row.creator.id)).next
  return {
    ...row,
    next: { amount, reason, why },
    hold: hold && { reason: hold.reason, since: new Date(hold.placed_at).toISOString(), by: hold.by },
  }
}

const HEADER = [
  ...['payout', 'created_at', 'sent_at', 'ended_at', 'creator', 'state', 'reason', 'detail', 'amount', 'currency'],
  ...['how', 'mode', 'provider', 'transfer', 'account'],
]
const toLine = (row: AdminPayoutRow): string =>
  csvLine([
    ...[row.id, row.created_at, row.sent_at, row.ended_at, row.creator?.email ?? null, row.status, row.reason],
    ...[row.detail, (row.amount / 100).toFixed(2), 'USD', row.period === null ? 'asked' : 'weekly'],
    ...[row.livemode ? 'live' : 'test', row.provider, row.transfer_id, row.payee_id],
  ])

const ownAccount = () =>
  new AppError({ code: 'OWN_ACCOUNT', status: 403, message: 'Somebody else has to decide about your own payouts' })

const CHANGES = {
  'payouts.hold': {
    apply: placeHold,
    refused: () => conflict('ALREADY_ON_HOLD', 'Payouts of this creator are on hold already'),
  },
  'payouts.lift': {
    apply: liftHold,
    refused: () => conflict('NOT_ON_HOLD', 'Payouts of this creator are not on hold'),
  },
} as const

type AskedWithReason = Asked & {
  readonly user: Viewer
  readonly params: { readonly id: string }
  readonly body: { readonly reason: string }
}

/** A hold that is placed or lifted, and written down with its reason, or nothing of it. */
async function change(till: Till, { user, params, body, address }: AskedWithReason, action: keyof typeof CHANGES) {
  if (user.id === params.id) throw ownAccount()
  await till.db.transaction().execute(async (transaction) => {
    assertFound((await isThere(transaction, params.id)) || undefined, 'account')
    const { apply, refused } = CHANGES[action]
    const { reason } = body
    if (!(await apply(transaction, { creatorId: params.id, actorId: user.id, reason, at: till.now() }))) throw refused()
    await appendAudit(transaction, {
      ...{ actorId: user.id, action, target: `user ${params.id}`, address, details: { reason } },
    })
  })
  const row = await findCreator(till.db, till.provider.livemode, params.id)
  assertFound(row, 'account')
  return { creator: await toUpcoming(till, row) }
}

const notOnItsWay = () => conflict('NOT_ON_ITS_WAY', 'Only what was sent and has not come back can be taken back')

async function reverse({ provider }: Till, payoutId: string, transferId: string): Promise<Transfer> {
  try {
    return await provider.reverseTransfer(transferId, `payout:${payoutId}:take-back`)
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw providerSilent()
    if (error instanceof ProviderRefusedError) throw conflict('TAKE_BACK_REFUSED', error.message)
    throw error
  }
}

/**
 * The money is the creator's balance again; what becomes of that is decided by holds. Who asked for it is written down
 * before, so that it is known whatever becomes of this process meanwhile.
 */
async function takeBack(till: Till, { user, params: { id }, body: { reason }, address }: AskedWithReason) {
  const payout = await findAnyPayout(till.db, id)
  assertFound(payout, 'payout')
  if (payout.creator_id === user.id) throw ownAccount()
  const { status, transfer_id: transferId } = payout
  if ((status !== 'sending' && status !== 'paid') || transferId === null) throw notOnItsWay()
  const { name, livemode } = till.provider
  if (payout.provider !== name || payout.livemode !== livemode) throw notOnItsWay()
  const details = { reason, amount: payout.amount, creator: payout.creator_id }
  const note = (action: string, more: { readonly problem?: string } = {}) =>
    appendAudit(till.db, {
      ...{ actorId: user.id, action, target: `payout ${id}`, address, details: { ...details, ...more } },
    })
  await note('payout.take-back-asked')
  try {
    await applyTransfer(till, await reverse(till, id, transferId))
  } catch (error) {
    await note('payout.take-back-failed', { problem: error instanceof AppError ? error.code : 'UNKNOWN' })
    throw error
  }
  await note('payout.taken-back')
  const after = await findAnyPayout(till.db, id)
  assertFound(after, 'payout')
  return { payout: toAdminPayout(after) }
}

interface PayoutsAdminDeps {
  readonly till: Till
  readonly limiter: Limiter
}

export function payoutsAdminRoutes({ till, limiter }: PayoutsAdminDeps): Route[] {
  const limit = limitWith(limiter)
  const { db, provider } = till
  const mayHold = [may('payouts.hold'), fresh, limit('30/min', 'hold payouts')] as const
  return [
    route(payoutsAdminContract.list, [may('payments.read')], async ({ query: { cursor, ...filter } }) => {
      const limit = PAYOUTS_PER_PAGE + 1
      const rows = await listAllPayouts(db, { search: undefined, ...filter, before: cursor, limit })
      const page = rows.slice(0, PAYOUTS_PER_PAGE)
      return {
        payouts: page.map(toAdminPayout),
        cursor: rows.length > PAYOUTS_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
      }
    }),
    route(payoutsAdminContract.upcoming, [may('payments.read')], async ({ query: { search, cursor = '0' } }) => {
      const { livemode } = provider
      const skip = Number(cursor)
      const rows = await listCreators(db, { livemode, search, skip, limit: CREATORS_PER_PAGE + 1 })
      const creators: Upcoming[] = []
      for (const row of rows.slice(0, CREATORS_PER_PAGE)) creators.push(await toUpcoming(till, row))
      return {
        ...{ at: nextMonday(till.now()).toISOString(), livemode, creators },
        cursor: rows.length > CREATORS_PER_PAGE ? String(skip + CREATORS_PER_PAGE) : null,
      }
    }),
    route(payoutsAdminContract.hold, mayHold, (asked) => change(till, asked, 'payouts.hold')),
    route(payoutsAdminContract.lift, mayHold, (asked) => change(till, asked, 'payouts.lift')),
    route(payoutsAdminContract.takeBack, mayHold, (asked) => takeBack(till, asked)),
    route(payoutsAdminContract.export, [may('payments.read'), limit('10/min', 'export payouts')], async (asked) => {
      const { user, body, address } = asked
      const rows = await listAllPayouts(db, { search: undefined, ...body, limit: MAX_IN_FILE + 1 })
      const page = rows.slice(0, MAX_IN_FILE)
      await appendAudit(db, {
        ...{ actorId: user.id, action: 'payouts.exported', target: 'payouts', address },
        details: { rows: page.length },
      })
      return {
        csv: csvLine(HEADER) + page.map(toLine).join(''),
        rows: page.length,
        complete: rows.length <= MAX_IN_FILE,
      }
    }),
  ]
}

import { repeat } from '#src/engine/repeat.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import { release } from '#src/features/ledger/journals.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import type { ProviderObject } from '#src/features/payments/event-kinds.ts'
import { forgetFailedTries } from '#src/features/payments/failed-tries.queries.ts'
import type { Logger } from '#src/server/log.ts'
import { HOLD_DAYS } from './checkout.schema.ts'
import { hasOpenDispute, takeOpenDisputes, takeUnfinishedRefunds } from './claims.queries.ts'
import { takeOpenInquiries } from './inquiries.queries.ts'
import { handleProviderEvent } from './provider-events.server.ts'
import { findIntentOf } from './purchase.server.ts'
import { send } from './refunds.server.ts'
import {
  lockSale,
  type SaleRow,
  setCanceled,
  setReleased,
  takeOpenOfRemoved,
  takeOpenSince,
  takeReleasable,
  takeWithoutFee,
} from './sales.queries.ts'
import { type Till, toBooked } from './till.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
/** Events come within seconds; what is older was lost. */
const LOST_AFTER_MS = 10 * MINUTE_MS
/** By then whoever begins an order has its form, or will not have it. */
const BEGUN_AFTER_MS = 2 * MINUTE_MS
/** How long the form of a card may stay open. */
const ORDER_MS = DAY_MS
/** Others may be waiting for the last use of a coupon. */
const ORDER_WITH_COUPON_MS = 60 * MINUTE_MS
const BATCH = 100

const ago = ({ now }: Till, ms: number) => new Date(now().getTime() - ms)

/** Makes some of what has been held for seven days available, of one creator or of all, and answers which it tried. */
export async function releaseShares(till: Till, creatorId?: string): Promise<readonly string[]> {
  const sweep = { before: ago(till, HOLD_DAYS * DAY_MS), at: till.now(), limit: BATCH, creatorId }
  const due = await takeReleasable(till.db, sweep)
  await each(till, due, 'a share to release', (id) => releaseShare(till, id))
  return due
}

/** Tries each of them once; what was tried goes to the end of the queue. */
export async function releaseAllShares(till: Till, creatorId?: string): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    const due = await releaseShares(till, creatorId)
    if (due.every((id) => tried.has(id))) return
    for (const id of due) tried.add(id)
  }
}

const releaseShare = (till: Till, id: string): Promise<void> =>
  till.db.transaction().execute(async (transaction) => {
    const sale = await lockSale(transaction, { id })
    if (sale === undefined || sale.released_at !== null || (await hasOpenDispute(transaction, id))) return
    await setReleased(transaction, id, till.now())
    await postJournal(transaction, release(toBooked(sale)))
  })

/** One that fails must not keep the others waiting. */
async function each<Row>(till: Till, rows: readonly Row[], what: string, work: (row: Row) => Promise<unknown>) {
  for (const row of rows) await work(row).catch((err: unknown) => till.log.warn({ err }, what))
}

/** An order ends when its intent does, and never before: what can still be paid must not be given up. */
async function lookAgain(till: Till, sale: SaleRow): Promise<void> {
  const isOld = sale.created_at < ago(till, sale.coupon_code === null ? ORDER_MS : ORDER_WITH_COUPON_MS)
  await lookAt(till, sale, isOld)
}

async function lookAt(till: Till, sale: SaleRow, isOver: boolean): Promise<void> {
  if (!isOver && sale.intent_id === null) return
  const intent = await findIntentOf(till, sale)
  if (intent === undefined) return void (await setCanceled(till.db, sale.id))
  const isOpen = intent.status !== 'succeeded' && intent.status !== 'canceled' && intent.status !== 'processing'
  if (isOver && isOpen) await till.provider.cancelIntent(intent.id, `order:${sale.id}:cancel`)
  await handleProviderEvent(till, 'intent', intent.id)
}

/** Asks for whatever an event should have told, and did not. */
export async function makeUpForLostEvents(till: Till): Promise<void> {
  const look = (kind: ProviderObject) => (id: string) => handleProviderEvent(till, kind, id)
  const { db, provider } = till
  const sweep = { provider, before: ago(till, LOST_AFTER_MS), at: till.now(), limit: BATCH }
  const ofRemoved = await takeOpenOfRemoved(db, { ...sweep, before: ago(till, BEGUN_AFTER_MS) })
  await each(till, ofRemoved, 'an order of a removed tool', (sale) => lookAt(till, sale, true))
  await each(till, await takeOpenSince(db, sweep), 'an open order', (sale) => lookAgain(till, sale))
  await each(till, await takeUnfinishedRefunds(db, sweep), 'an unfinished refund', (row) =>
    row.provider_refund_id === null ? send(till, row, { wasAsked: true }) : look('refund')(row.provider_refund_id),
  )
  await each(till, await takeOpenDisputes(db, sweep), 'an open dispute', look('dispute'))
  await each(till, await takeOpenInquiries(db, sweep), 'an open inquiry', look('dispute'))
  const intents = (await takeWithoutFee(db, sweep)).flatMap(({ intent_id }) => intent_id ?? [])
  await each(till, intents, 'a fee', look('intent'))
}

const EVERY_MS = 5 * MINUTE_MS

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startMoneyChores = (till: Till, log: Logger): (() => Promise<void>) =>
  repeat(
    'Looking after the money',
    EVERY_MS,
    async () => {
      await makeUpForLostEvents(till)
      await releaseShares(till)
      await forgetFailedTries(till.db)
      const broken = await checkBooks(till.db, till.now())
      for (const finding of broken) log.error({ finding }, 'The books do not add up')
    },
    log,
  )

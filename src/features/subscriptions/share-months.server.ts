import { repeat } from '#src/engine/repeat.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import { addDays, addMonths } from './periods.ts'
import { proShared } from './pro-journals.ts'
import { insertMonth, lockMonths, netOf, nextMonth, weightsOf } from './pro-months.queries.ts'
import { poolOf, shareOut } from './pro-shares.ts'

/** As with single tools: what is refunded early was never shared. */
const HOLD_DAYS = 7
const EVERY_MS = 600_000

/** Shares the next month whose time has come; false when there is none. */
const shareNext = (db: Db, livemode: boolean, now: Date): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    await lockMonths(transaction)
    const month = await nextMonth(transaction, livemode)
    if (month === undefined) return false
    const start = new Date(`${month}T00:00:00Z`)
    const end = addMonths(start, 1)
    if (now < addDays(end, HOLD_DAYS)) return false
    const net = await netOf(transaction, end, livemode)
    const weights = await weightsOf(transaction, start, end, livemode)
    const shares = shareOut(poolOf(net), weights)
    const shared = shares.reduce((sum, { amount }) => sum + amount, 0)
    const people = new Map(weights.map((weight) => [weight.creatorId, weight.people]))
    const explained = shares.map((share) => ({ ...share, people: people.get(share.creatorId) ?? 0 }))
    await insertMonth(transaction, { month, livemode, net, shared, shares: explained })
    // A month in which nobody used a Pro tool goes on to the next one, whole.
    if (shares.length > 0) await postJournal(transaction, proShared(month.slice(0, 7), livemode, net, shares))
    return true
  })

/** Shares every month that is over for a week, one after the other. */
export async function shareMonths(db: Db, now: Date): Promise<void> {
  for (const livemode of [true, false]) while (await shareNext(db, livemode, now));
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startSharing = (db: Db, log: Logger): (() => Promise<void>) =>
  repeat('Sharing what Pro brings in', EVERY_MS, () => shareMonths(db, new Date()), log)

import { repeat } from '#src/engine/repeat.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import { dollars } from '#src/lib/price-text.ts'
import { nameOfShare, whoUsed } from '#src/lib/share-of-pro.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { addDays, addMonths } from './periods.ts'
import { proShared } from './pro-journals.ts'
import { insertMonth, lockMonths, netOf, nextMonth, weightsOf } from './pro-months.queries.ts'
import { type ProShare, poolOf, shareOut } from './pro-shares.ts'
import { sharedMail } from './subscriptions.mails.ts'

/** As with single tools: what is refunded early was never shared. */
const HOLD_DAYS = 7
const EVERY_MS = 600_000

interface Sharing {
  readonly db: Db
  readonly queueMail: QueueMail
}

interface News extends ProShare {
  readonly month: string
  readonly people: number
  readonly livemode: boolean
}

async function tellShared({ db, queueMail }: Sharing, { creatorId: userId, ...news }: News): Promise<void> {
  const { month, people, amount } = news
  await notify(db, {
    ...{ userId, kind: 'pro.shared', title: `${nameOfShare(month)}: ${dollars(amount)}`, href: '/earnings' },
    body: `${whoUsed(people)}.`,
  })
  await queueMail(db, sharedMail, { userId }, news)
}

/** Shares the next month whose time has come; false when there is none. */
const shareNext = ({ db, queueMail }: Sharing, livemode: boolean, now: Date): Promise<boolean> =>
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
    for (const share of explained)
      await tellShared({ db: transaction, queueMail }, { ...share, month: month.slice(0, 7), livemode })
    return true
  })

/** Shares every month that is over for a week, one after the other. */
export async function shareMonths(sharing: Sharing, now: Date): Promise<void> {
  for (const livemode of [true, false]) while (await shareNext(sharing, livemode, now));
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startSharing = (sharing: Sharing, log: Logger): (() => Promise<void>) =>
  repeat('Sharing what Pro brings in', EVERY_MS, () => shareMonths(sharing, new Date()), log)

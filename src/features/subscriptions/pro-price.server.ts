import type { PaymentProvider } from '#src/features/payments/provider.ts'
import { PRICE_NOTICE_DAYS, PRO_PRICE } from '#src/lib/pro-plan.ts'
import type { Db } from '#src/server/database.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { addDays } from './periods.ts'
import { findAgreedPrice, findToldAt, insertNotice, listToTell } from './pro-price.queries.ts'
import { priceChangeMail } from './subscriptions.mails.ts'
import { type Known, readNow } from './subscriptions.queries.ts'

const BATCH = 100

/** What the next period costs when it is charged at this time: a higher price holds only a while after it was told. */
export async function priceAt(db: Db, { row, state }: Known, at: Date): Promise<number> {
  const interval = state.nextInterval
  const current = PRO_PRICE[interval]
  const agreed = await findAgreedPrice(db, row.id, interval)
  if (agreed === undefined || agreed >= current) return current
  const told = await findToldAt(db, row.id, interval, current)
  return told !== undefined && at >= addDays(told, PRICE_NOTICE_DAYS) ? current : agreed
}

interface Telling {
  readonly db: Db
  readonly provider: Pick<PaymentProvider, 'livemode'>
  readonly queueMail: QueueMail
}

/** Mails those who pay less than Pro costs now: once for each price, whatever they want to hear of. */
export async function tellHigherPrices({ db, provider, queueMail }: Telling): Promise<void> {
  const { livemode } = provider
  const at = await readNow(db, livemode)
  for (const { id, user_id: userId, interval, agreed } of await listToTell(db, PRO_PRICE, livemode, BATCH))
    await db.transaction().execute(async (transaction) => {
      const price = PRO_PRICE[interval]
      if (!(await insertNotice(transaction, { id, interval, price, at }))) return
      const told = { interval, was: agreed, price, from: addDays(at, PRICE_NOTICE_DAYS) }
      await queueMail(transaction, priceChangeMail, { userId }, told)
    })
}

import type { Till } from '#src/features/checkout/till.ts'
import { dollars } from '#src/lib/price-text.ts'
import type { Db } from '#src/server/database.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import type { SkipReason } from './payout-rules.ts'
import { REASON_WORDS } from './payout-words.ts'
import { payoutFailedMail, payoutSentMail, payoutWaitsMail } from './payouts.mails.ts'
import { isThere, type PayoutRow } from './payouts.queries.ts'

// Whom a payout concerns is told in its transaction; an account that was deleted is told nothing.

const EARNINGS = '/earnings'

export async function tellSent(
  { queueMail }: Till,
  transaction: Db,
  { creator_id: userId, amount, livemode }: PayoutRow,
) {
  if (!(await isThere(transaction, userId))) return
  await notify(transaction, {
    ...{ userId, kind: 'payout.sent', title: `${dollars(amount)} is on its way to your bank`, href: EARNINGS },
  })
  await queueMail(transaction, payoutSentMail, { userId }, { amount, livemode })
}

export async function tellFailed({ queueMail }: Till, transaction: Db, { creator_id: userId, amount }: PayoutRow) {
  if (!(await isThere(transaction, userId))) return
  await notify(transaction, {
    ...{ userId, kind: 'payout.failed', title: `A payout of ${dollars(amount)} failed`, href: EARNINGS },
    body: 'The amount is back in your balance.',
  })
  await queueMail(transaction, payoutFailedMail, { userId }, { amount })
}

const CAN_BE_MENDED: ReadonlySet<SkipReason> = new Set(['ONBOARDING_NEEDED', 'ACCOUNT_RESTRICTED'])

/** Only of what they can do something about. */
export async function tellWaits(till: Till, transaction: Db, userId: string, amount: number, reason: SkipReason) {
  if (!CAN_BE_MENDED.has(reason)) return
  await notify(transaction, {
    ...{ userId, kind: 'payout.waits', title: `${dollars(amount)} waits for you`, body: REASON_WORDS[reason] },
    href: EARNINGS,
  })
  await till.queueMail(transaction, payoutWaitsMail, { userId }, { amount })
}

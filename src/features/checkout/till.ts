import type { BookedSale } from '#src/features/ledger/journals.ts'
import type { TaxRates } from '#src/features/ledger/tax.ts'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, unavailable } from '#src/server/http/app-error.ts'
import type { Logger } from '#src/server/log.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import type { SaleRow } from './sales.queries.ts'

/** What everything that moves money works with. */
export interface Till {
  readonly db: Db
  readonly provider: PaymentProvider
  readonly queueMail: QueueMail
  readonly log: Pick<Logger, 'warn'>
  /** Absent: nobody is taxed. */
  readonly taxRates?: TaxRates
  /** Tests move it. */
  readonly now: () => Date
}

export const providerSilent = () =>
  unavailable('The payment provider does not answer. Nothing was taken; try again.', 5)

/** What was put aside for it stays so, and the sweep asks again. */
export const refundUnanswered = () =>
  unavailable('The payment provider does not answer. The refund is noted and asked for again by itself.', 5)

/** An event came before what it is about was written down: ask again later. */
export class NotYetKnownError extends Error {
  override name = 'NotYetKnownError'
}

/** What the provider has is not what was agreed. Nothing is given for it; somebody has to look. */
export class MismatchError extends Error {
  override name = 'MismatchError'
}

export const notRefundable = (reason: string, message: string) =>
  new AppError({ code: 'NOT_REFUNDABLE', status: 409, message, extra: { reason } })

export const ownOrder = () =>
  new AppError({ code: 'OWN_ORDER', status: 403, message: 'Somebody else has to decide about an order that is yours' })

export const toBooked = (sale: SaleRow): BookedSale => ({
  id: sale.id,
  amount: sale.amount,
  tax: sale.tax,
  creatorShare: sale.creator_share,
  claimed: sale.claimed,
  creatorId: sale.creator_id,
  livemode: sale.livemode,
  released: sale.released_at !== null,
})

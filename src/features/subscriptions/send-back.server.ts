import { findAskedRefund } from '#src/features/payments/find-asked.ts'
import { ProviderRefusedError } from '#src/features/payments/provider.ts'
import type { Billing } from './billing.server.ts'
import { addHours } from './periods.ts'
import { followPayment } from './pro-claims.server.ts'
import { listToSendBack, setBackLater, setBackRefused, type ToSendBack } from './send-back.queries.ts'
import { readNow } from './subscriptions.queries.ts'

const BATCH = 100
/** Hours from one no of the provider to the next try; after one more it is an admin's. */
const AFTER_REFUSAL = [1, 6, 24, 72] as const
const UNANSWERED_HOURS = 0.25

/** The key makes it once, whoever asks and however often; a no has moved nothing, and is asked about under another key. */
const keyOf = ({ id, left, back_refusals: refusals }: ToSendBack): string =>
  `subscription-order:${id}:back:${left}${refusals === 0 ? '' : `:${refusals}`}`

async function sendBack(billing: Billing, order: ToSendBack): Promise<void> {
  const { id, intent_id: intentId, left } = order
  const key = keyOf(order)
  const metadata = { orderId: id, refundId: key }
  // An answer may have been lost, and keys are forgotten after a day.
  const known = await findAskedRefund(billing.provider, intentId, { refundId: key })
  const made = known ?? (await billing.provider.refund({ intentId, amount: left, key, metadata }))
  await followPayment(billing, 'refund', made.id)
}

async function putOff({ db, provider, log }: Billing, order: ToSendBack, err: unknown): Promise<void> {
  const now = await readNow(db, provider.livemode)
  if (!(err instanceof ProviderRefusedError)) {
    log.warn({ err, order: order.id }, 'A payment for Pro that came after its end could not be sent back')
    await setBackLater(db, order.id, addHours(now, UNANSWERED_HOURS))
    return
  }
  const hours = AFTER_REFUSAL[order.back_refusals]
  const nextAt = hours === undefined ? null : addHours(now, hours)
  log.warn(
    { err, order: order.id, nextAt },
    nextAt === null
      ? 'A payment for Pro that came after its end was refused too often: an admin has to send it back'
      : 'A payment for Pro that came after its end was refused on its way back',
  )
  await setBackRefused(db, order, { said: err.message, nextAt })
}

/** Sends back what came after the end. */
export async function sendBackUnwanted(billing: Billing): Promise<void> {
  for (const order of await listToSendBack(billing.db, billing.provider, BATCH)) {
    try {
      await sendBack(billing, order)
    } catch (err) {
      await putOff(billing, order, err)
    }
  }
}

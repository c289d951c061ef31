import { handleProviderEvent } from '#src/features/checkout/provider-events.server.ts'
import type { Till } from '#src/features/checkout/till.ts'
import type { ProviderObject } from '#src/features/payments/event-kinds.ts'
import { type HandleObject, noMark } from '#src/features/payments/handle-events.server.ts'
import { followPayout } from '#src/features/payouts/payout-chores.server.ts'
import type { Billing } from '#src/features/subscriptions/billing.server.ts'
import { followPayment } from '#src/features/subscriptions/pro-claims.server.ts'
import { z } from '#src/lib/zod.ts'

/** The payment that something is about or is itself; empty for one that was made without our kind of form. */
async function paymentOf({ provider }: Till, kind: ProviderObject, id: string): Promise<string | undefined> {
  if (kind === 'intent') return id
  if (kind === 'refund') return (await provider.getRefund(id)).intentId
  return kind === 'dispute' ? (await provider.getDispute(id)).intentId : undefined
}

/** Whether another application made it that uses the same account with the provider. */
async function isForeign(till: Till, kind: ProviderObject, id: string): Promise<boolean> {
  const intentId = await paymentOf(till, kind, id)
  if (intentId === undefined || intentId === '') return intentId === ''
  const { orderId, toolId, subscriptionId } = (await till.provider.getIntent(intentId)).metadata
  return !z.uuid().safeParse(orderId).success || (toolId ?? subscriptionId) === undefined
}

/**
 * What a payment of Pro changes is written down by who bills for it, all the rest by the till. What can be written down by
 * nobody, as it is of another application, is let go.
 */
export const followProvider =
  (till: Till, billing: Billing): HandleObject =>
  async (kind, id, mark = noMark) => {
    try {
      const isKnown = (await followPayout(till, kind, id, mark)) || (await followPayment(billing, kind, id, mark))
      if (!isKnown) await handleProviderEvent(till, kind, id, mark)
    } catch (error) {
      if (!(await isForeign(till, kind, id).catch(() => false))) throw error
      // A mark that was made before went with its transaction.
      await mark(till.db)
    }
  }

import { handleProviderEvent } from '#src/features/checkout/provider-events.server.ts'
import type { Till } from '#src/features/checkout/till.ts'
import { type HandleObject, noMark } from '#src/features/payments/handle-events.server.ts'
import { followPayout } from '#src/features/payouts/payout-chores.server.ts'
import type { Billing } from '#src/features/subscriptions/billing.server.ts'
import { followPayment } from '#src/features/subscriptions/pro-claims.server.ts'

/** What a payment of Pro changes is written down by who bills for it, all the rest by the till. */
export const followProvider =
  (till: Till, billing: Billing): HandleObject =>
  async (kind, id, mark = noMark) => {
    const isKnown = (await followPayout(till, kind, id, mark)) || (await followPayment(billing, kind, id, mark))
    if (!isKnown) await handleProviderEvent(till, kind, id, mark)
  }

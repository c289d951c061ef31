import type { ProviderObject } from '#src/features/payments/event-kinds.ts'
import { type Mark, noMark } from '#src/features/payments/handle-events.server.ts'
import { ProviderUnavailableError } from '#src/features/payments/provider.ts'
import { applyDispute } from './disputes.server.ts'
import { applyRefund } from './refunds.server.ts'
import { settleIntent } from './settle.server.ts'
import type { Till } from './till.ts'

/**
 * What an event, or a sweep, makes of one object: it is fetched anew, and what is written down depends on nothing else.
 * So events may come twice, late and in any order. Throws NotYetKnownError for what should be tried again later.
 */
export async function handleProviderEvent(
  till: Till,
  kind: ProviderObject,
  id: string,
  mark: Mark = noMark,
): Promise<void> {
  switch (kind) {
    case 'intent':
      await settleIntent(till, id, mark)
      return
    case 'refund': {
      const refund = await till.provider.getRefund(id)
      await settleIntent(till, refund.intentId)
      return applyRefund(till, refund, mark)
    }
    case 'dispute': {
      const dispute = await till.provider.getDispute(id)
      await settleIntent(till, dispute.intentId)
      return applyDispute(till, dispute, mark)
    }
    // No order depends on these.
    case 'setup':
    case 'payee':
    case 'transfer':
      return
  }
}

export const isProviderSilent = (error: unknown): boolean => error instanceof ProviderUnavailableError

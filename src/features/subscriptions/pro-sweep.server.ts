import { repeat } from '#src/engine/repeat.ts'
import type { Logger } from '#src/server/log.ts'
import type { Billing } from './billing.server.ts'
import { takeWithoutFee } from './orders.queries.ts'
import { takeOpenDisputes } from './pro-claims.queries.ts'
import { followPayment } from './pro-claims.server.ts'
import { takeOpenInquiries } from './pro-inquiries.queries.ts'
import { takeUnansweredRefunds } from './pro-refunds.queries.ts'
import { sendProRefund } from './pro-refunds.server.ts'

const EVERY_MS = 5 * 60_000
const BATCH = 100

/** One that fails must not keep the others waiting. */
async function lookAt(billing: Billing, kind: 'intent' | 'dispute', ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await followPayment(billing, kind, id).catch((err: unknown) =>
      billing.log.warn({ err, [kind]: id }, 'What is open about a payment for Pro'),
    )
}

/**
 * Looks again at what is open about payments for Pro: a dispute or an inquiry may have ended or still lack its evidence,
 * what the provider kept of a payment may be known only an hour after it, and the answer to a refund may have been lost.
 */
export async function lookAtPro(billing: Billing): Promise<void> {
  const { db, provider } = billing
  await lookAt(billing, 'dispute', await takeOpenDisputes(db, provider, BATCH))
  await lookAt(billing, 'dispute', await takeOpenInquiries(db, provider, BATCH))
  await lookAt(billing, 'intent', await takeWithoutFee(db, provider, BATCH))
  for (const refund of await takeUnansweredRefunds(db, provider, BATCH))
    await sendProRefund(billing, refund, { wasAsked: true }).catch((err: unknown) =>
      billing.log.warn({ err, refund: refund.id }, 'A refund of Pro that was not answered'),
    )
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startProSweep = (billing: Billing, log: Logger): (() => Promise<void>) =>
  repeat('Looking at payments for Pro', EVERY_MS, () => lookAtPro(billing), log)

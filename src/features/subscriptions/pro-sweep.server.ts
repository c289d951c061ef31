import { repeat } from '#src/engine/repeat.ts'
import type { Logger } from '#src/server/log.ts'
import type { Billing } from './billing.server.ts'
import { takeOpenDisputes } from './pro-claims.queries.ts'
import { followPayment } from './pro-claims.server.ts'
import { takeOpenInquiries } from './pro-inquiries.queries.ts'

const EVERY_MS = 5 * 60_000
const BATCH = 100

/** Looks again at the open disputes and inquiries of payments for Pro: one may have ended, or still lack its evidence. */
export async function lookAtProDisputes(billing: Billing): Promise<void> {
  const { db, provider } = billing
  const open = await takeOpenDisputes(db, provider, BATCH)
  for (const id of [...open, ...(await takeOpenInquiries(db, provider, BATCH))]) {
    try {
      await followPayment(billing, 'dispute', id)
    } catch (err) {
      // One that fails must not keep the others waiting.
      billing.log.warn({ err, dispute: id }, 'An open dispute about Pro')
    }
  }
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startProSweep = (billing: Billing, log: Logger): (() => Promise<void>) =>
  repeat('Looking at disputes about Pro', EVERY_MS, () => lookAtProDisputes(billing), log)

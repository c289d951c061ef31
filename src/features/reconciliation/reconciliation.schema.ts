import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const REPORT_ORIGINS = ['daily', 'asked'] as const
export const REPORTS_LISTED = 90
/** How far back an admin may ask for. */
export const MAX_DAYS = 366

/** In cents, after fees: what our account with the provider gained. */
const Net = z.int()

const Kind = z.enum([
  ...(['charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal'] as const),
  ...(['transfer', 'transfer_reversal', 'fee', 'bank', 'other'] as const),
])

const Summary = z.object({
  id: z.uuid(),
  provider: z.string(),
  livemode: z.boolean(),
  origin: z.enum(REPORT_ORIGINS),
  from: z.string(),
  until: z.string(),
  at: z.string(),
  /** How many things differ. */
  found: z.int(),
  /** When both sides agreed on the days of a daily one that had found something. */
  settled: z.string().nullable(),
  /**
   * All that the provider has of us at that moment, beside what our books say and what was there before they began. Null:
   * money moved whenever the provider was asked.
   */
  balance: z.object({ provider: Net, books: Net, opening: Net }).nullable(),
})
export type ReportSummary = z.infer<typeof Summary>

/** By how much the balances differ; 0 when every cent is explained, or when they were not read. */
export const balanceGap = ({ balance }: Pick<ReportSummary, 'balance'>): number =>
  balance === null ? 0 : balance.provider - balance.books - balance.opening

export const BOOKED_AS = ['fee', 'bank', 'noted'] as const

export const Report = Summary.extend({
  totals: z.array(z.object({ kind: Kind, moves: z.int(), provider: Net, books: Net })),
  /** May hold fewer than were found. */
  differences: z.array(
    z.object({
      kind: Kind,
      /** Of the payment for a charge; else of the refund, the dispute or the transfer. */
      providerId: z.string().nullable(),
      orderId: z.uuid().nullable(),
      /** Null: this side does not have it. */
      provider: Net.nullable(),
      books: Net.nullable(),
      /** Of what moved in another one than US dollars, in whose smallest unit it is. */
      currency: z.string().optional(),
    }),
  ),
})
export type Report = z.infer<typeof Report>

const FOR_ADMINS = ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const

export const reconciliationContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/reconciliation',
    summary: `The last ${REPORTS_LISTED} comparisons of our books with what the payment provider moved`,
    answer: z.object({ reports: z.array(Summary) }),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/reconciliation/:id',
    summary: 'One comparison: sums by kind, and what differs',
    params: z.strictObject({ id: z.uuid() }),
    answer: Report,
    errors: [...FOR_ADMINS, 'NOT_FOUND'],
  }),
  compare: endpoint({
    method: 'POST',
    path: '/api/admin/reconciliation',
    summary: 'Compare now, back to so many days ago; what is under way at this moment may show as a difference',
    body: z.strictObject({ days: z.int().min(1).max(MAX_DAYS).default(1) }),
    answer: Report,
    errors: [...FOR_ADMINS, 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'],
  }),
  book: endpoint({
    method: 'POST',
    path: '/api/admin/reconciliation/:id/moves/:moveId',
    summary:
      'Say what a movement was that is of a kind not known here or in another currency, and compare these days again',
    params: z.strictObject({ id: z.uuid(), moveId: z.string().min(1).max(255) }),
    body: z.strictObject({
      /**
       * Booked as a charge of the provider's for itself, or as what went to our own bank or came from there. What moved in
       * another currency than US dollars is only noted.
       */
      as: z.enum(BOOKED_AS),
      reason: z.string().trim().min(3, 'Say why').max(500),
    }),
    answer: Report,
    errors: [...FOR_ADMINS, 'NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'],
  }),
}

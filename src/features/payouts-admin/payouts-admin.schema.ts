import { Payout } from '#src/features/payouts/payouts.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const PAYOUTS_PER_PAGE = 50
/** What each would be paid is worked out one by one. */
export const CREATORS_PER_PAGE = 20
/** Rows that one file holds. */
export const MAX_IN_FILE = 50_000
export const PAYOUT_STATES = ['all', 'planned', 'sending', 'paid', 'failed', 'skipped'] as const
export const PAYOUT_MODES = ['all', 'live', 'test'] as const
export const HOLD_REASON_MAX = 500

const Cents = z.int()
const SomeoneNamed = z.object({ id: z.uuid(), name: z.string(), email: z.string() })

export const AdminPayout = Payout.extend({
  creatorId: z.uuid(),
  /** Null once they have left. */
  creator: SomeoneNamed.nullable(),
  /** Why it was skipped or failed, in one word: ADMIN_HOLD, RETURNED … */
  reason: z.string().nullable(),
  provider: z.enum(['stripe', 'embedded']),
  /** The provider's ids of the transfer and of the account that it goes to. */
  transferId: z.string().nullable(),
  payeeId: z.string().nullable(),
  sentAt: z.string().nullable(),
})
export type AdminPayout = z.infer<typeof AdminPayout>

const Upcoming = z.object({
  creator: SomeoneNamed,
  available: Cents,
  /** Of sales whose days for a refund are not over. */
  pending: Cents,
  /** For disputes. */
  held: Cents,
  /** What the run of the next Monday would pay, if nothing else happens until then. */
  next: z.object({ amount: Cents, reason: z.string().nullable(), why: z.string() }),
  hold: z.object({ reason: z.string(), since: z.string(), by: SomeoneNamed.nullable() }).nullable(),
})
export type Upcoming = z.infer<typeof Upcoming>

/** Part of a creator's name or email address, or an id: theirs, of a payout, or any of the provider's. */
const search = z.string().trim().max(200).optional()
const filter = {
  search,
  state: z.enum(PAYOUT_STATES).default('all'),
  mode: z.enum(PAYOUT_MODES).default('all'),
}
const ById = z.strictObject({ id: z.uuid() })
const WithReason = z.strictObject({
  reason: z
    .string('Say why')
    .trim()
    .min(3, 'Say why')
    .max(HOLD_REASON_MAX, `The reason must be at most ${HOLD_REASON_MAX} characters`),
})
const FOR_ADMINS = ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const
const FOR_HOLDS = [...FOR_ADMINS, 'FRESH_SIGN_IN_REQUIRED', 'NOT_FOUND', 'OWN_ACCOUNT', 'TOO_MANY_REQUESTS'] as const

export const payoutsAdminContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/payouts',
    summary: 'Payouts of all creators, the newest first',
    query: z.strictObject({ ...filter, cursor: z.uuid().optional() }),
    answer: z.object({ payouts: z.array(AdminPayout), cursor: z.string().nullable() }),
    errors: FOR_ADMINS,
  }),
  upcoming: endpoint({
    method: 'GET',
    path: '/api/admin/payouts/upcoming',
    summary:
      'What the next Monday would pay to whom, and why not: creators with a balance or a hold, or whoever is searched for',
    query: z.strictObject({
      search,
      /** How many rows the pages before had. */
      cursor: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
    }),
    answer: z.object({
      /** When the next run is. */
      at: z.string(),
      /** False: test money. */
      livemode: z.boolean(),
      creators: z.array(Upcoming),
      cursor: z.string().nullable(),
    }),
    errors: FOR_ADMINS,
  }),
  hold: endpoint({
    method: 'POST',
    path: '/api/admin/payouts/creators/:id/hold',
    summary: 'Keep payouts of a creator back; they read the reason',
    params: ById,
    body: WithReason,
    answer: z.object({ creator: Upcoming }),
    errors: [...FOR_HOLDS, 'ALREADY_ON_HOLD'],
  }),
  lift: endpoint({
    method: 'POST',
    path: '/api/admin/payouts/creators/:id/lift',
    summary: 'Lift the hold of a creator’s payouts; the next run pays what waits',
    params: ById,
    body: WithReason,
    answer: z.object({ creator: Upcoming }),
    errors: [...FOR_HOLDS, 'NOT_ON_HOLD'],
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/admin/payouts/:id/take-back',
    summary: 'Take a payout back that has not reached a bank; the money is in the balance of its creator again',
    params: ById,
    body: WithReason,
    answer: z.object({ payout: AdminPayout }),
    errors: [...FOR_HOLDS, 'NOT_ON_ITS_WAY', 'TAKE_BACK_REFUSED', 'UNAVAILABLE'],
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/admin/payouts/export',
    summary: `The newest ${MAX_IN_FILE.toLocaleString('en')} payouts as CSV; noted in the audit log`,
    body: z.strictObject(filter),
    answer: z.object({ csv: z.string(), rows: z.int(), complete: z.boolean() }),
    errors: [...FOR_ADMINS, 'TOO_MANY_REQUESTS'],
  }),
}

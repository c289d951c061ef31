import { endpoint } from '#src/lib/contract.ts'
import { ROLES } from '#src/lib/roles.ts'
import { z } from '#src/lib/zod.ts'

export const PEOPLE_PER_PAGE = 30
export const REASON_MAX = 500
export const PRO_DAYS = 365
export const PRO_DAYS_MAX = 3650

const Reason = z
  .string('Say why')
  .trim()
  .min(1, 'Say why')
  .max(REASON_MAX, `The reason must be at most ${REASON_MAX} characters`)

export const Person = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  createdAt: z.string(),
  emailVerified: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Of their sessions that are still open. */
  lastSeenAt: z.string().nullable(),
  sessions: z.int(),
  apiKeys: z.int(),
  suspended: z.object({ at: z.string(), reason: z.string() }).nullable(),
  /** That an admin wants it suspended, until another one agrees or it is withdrawn. */
  proposed: z
    .object({ by: z.object({ id: z.uuid(), name: z.string() }).nullable(), at: z.string(), reason: z.string() })
    .nullable(),
  deletionDueAt: z.string().nullable(),
  /** Until when they may publish code of their own; null when they may not. */
  proUntil: z.string().nullable(),
})
export type Person = z.infer<typeof Person>

/** What a suspension would do to others. */
export const SuspensionEffect = z.object({
  /** That leave the catalogue. */
  tools: z.int(),
  /** Who bought some of them, and keep what they bought. */
  buyers: z.int(),
  /** Published ones of other people that stop, as their owners have not bought what they use. */
  workflows: z.int(),
})
export type SuspensionEffect = z.infer<typeof SuspensionEffect>

export const PEOPLE_STATES = ['all', 'active', 'proposed', 'suspended', 'admins'] as const

const ById = z.strictObject({ id: z.uuid() })
const WithReason = z.strictObject({ reason: Reason })
const Answer = z.object({ person: Person })
const FOR_ADMINS = ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const
const FOR_CHANGES = [...FOR_ADMINS, 'FRESH_SIGN_IN_REQUIRED', 'NOT_FOUND', 'OWN_ACCOUNT', 'LAST_SUPER_ADMIN'] as const

export const peopleContract = {
  overview: endpoint({
    method: 'GET',
    path: '/api/admin',
    summary: 'What there is to look after',
    answer: z.object({
      people: z.int(),
      suspended: z.int(),
      proposed: z.int(),
      admins: z.int(),
      openClientErrors: z.int(),
      /** What waits for moderators. */
      cases: z.object({ open: z.int(), overdue: z.int() }),
    }),
    errors: FOR_ADMINS,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/people',
    summary: 'Accounts, the newest first',
    query: z.strictObject({
      /** Part of a name or an email address. */
      search: z.string().trim().max(200).optional(),
      state: z.enum(PEOPLE_STATES).default('all'),
      cursor: z.uuid().optional(),
    }),
    answer: z.object({ people: z.array(Person), cursor: z.string().nullable() }),
    errors: FOR_ADMINS,
  }),
  suspensionEffect: endpoint({
    method: 'GET',
    path: '/api/admin/people/:id/suspension-effect',
    summary: 'How many tools, buyers and workflows of others a suspension concerns',
    params: ById,
    answer: SuspensionEffect,
    errors: [...FOR_ADMINS, 'NOT_FOUND'],
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/api/admin/people/:id/suspend',
    summary:
      'Suspend an account: sessions end, API keys are refused, and its tools leave the catalogue; where there is another admin, the first call proposes it and one of theirs carries it out',
    params: ById,
    body: WithReason,
    answer: Answer,
    errors: [...FOR_CHANGES, 'ALREADY_SUSPENDED', 'ANOTHER_EYE_REQUIRED'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/admin/people/:id/withdraw-suspension',
    summary: 'Give up a suspension that was proposed',
    params: ById,
    body: WithReason,
    answer: Answer,
    errors: [...FOR_CHANGES, 'NOT_PROPOSED'],
  }),
  lift: endpoint({
    method: 'POST',
    path: '/api/admin/people/:id/lift',
    summary: 'Lift a suspension; its tools are in the catalogue again, but for those that something else keeps out',
    params: ById,
    body: WithReason,
    answer: Answer,
    errors: [...FOR_CHANGES, 'NOT_SUSPENDED'],
  }),
  endSessions: endpoint({
    method: 'POST',
    path: '/api/admin/people/:id/end-sessions',
    summary: 'End every session of an account',
    params: ById,
    body: WithReason,
    answer: Answer,
    errors: FOR_CHANGES,
  }),
  givePro: endpoint({
    method: 'POST',
    path: '/api/admin/people/:id/pro',
    summary: 'Give an account Pro for so many days from now; none takes it away',
    params: ById,
    body: z.strictObject({ days: z.int().min(0).max(PRO_DAYS_MAX).default(PRO_DAYS), reason: Reason }),
    answer: Answer,
    errors: FOR_CHANGES,
  }),
  changeRole: endpoint({
    method: 'POST',
    path: '/api/admin/people/:id/role',
    summary: 'Give an account another role; for super admins who have just passed their second factor',
    params: ById,
    body: z.strictObject({ role: z.enum(ROLES, 'Choose a role'), reason: Reason }),
    answer: Answer,
    errors: [...FOR_CHANGES, 'ROLE_UNCHANGED'],
  }),
}

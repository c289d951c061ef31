import { CounterClaim, Dispute, MailedClaim } from '#src/features/copyright/copyright.schema.ts'
import { Hint } from '#src/features/first-look/first-look.schema.ts'
import { Run } from '#src/features/reports/reports.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { REPORT_REASONS, type ReportReason } from '#src/lib/report-reasons.ts'
import { StandingDecision } from '#src/lib/standing-decision.schema.ts'
import { z } from '#src/lib/zod.ts'

export const CASES_PER_PAGE = 30
export const MAX_BULK = 50
export const REASON_MAX = 1000
export const APPEAL_MAX = 2000
/** For how long a decision can be appealed against, and a case that somebody took stays theirs. */
export const APPEAL_DAYS = 183
export const CLAIM_MINUTES = 30

export const CASE_KINDS = ['review', 'reply', 'report', 'appeal', 'tool', 'counter', 'suspension'] as const
export type CaseKind = (typeof CASE_KINDS)[number]
/** A case lapses when what it is about was deleted; nobody decides that. */
export const CASE_DECISIONS = ['approve', 'hide', 'remove', 'restore', 'uphold', 'lapse', 'suspend'] as const
export type Decision = (typeof CASE_DECISIONS)[number]
export type Ground = ReportReason

const Reason = z.string().trim().max(REASON_MAX, `The reason must be ${REASON_MAX} characters or less`)
const Judgement = {
  decision: z.enum(CASE_DECISIONS, 'Choose a decision'),
  /** Which rule it is against; where something is hidden or removed. */
  ground: z.enum(REPORT_REASONS, 'Choose what it is against').optional(),
  /** In words; goes to the person. */
  reason: Reason.default(''),
}

const HOLD_CAUSES = ['decision', 'removal', 'first-look', 'suspension'] as const
export type HoldCause = (typeof HOLD_CAUSES)[number]

const AppealOutcome = z.object({ decision: z.enum(CASE_DECISIONS), reason: z.string(), at: z.string() })
const EarlierDecision = z.object({
  decision: z.enum(CASE_DECISIONS),
  ground: z.enum(REPORT_REASONS).nullable(),
  reason: z.string(),
  decidedAt: z.string(),
  /** Against this decision; what was decided about it last. */
  appeal: z.object({ text: z.string(), outcome: AppealOutcome.nullable() }).nullable(),
})
export type EarlierDecision = z.infer<typeof EarlierDecision>

const CaseHint = Hint.extend({
  /** In which of the versions that the case is about; absent where nobody has noted it. */
  versions: z.array(z.string()).optional(),
})
export type CaseHint = z.infer<typeof CaseHint>

export const ModerationCase = z.object({
  id: z.uuid(),
  kind: z.enum(CASE_KINDS),
  revision: z.int(),
  openedAt: z.string(),
  dueAt: z.string(),
  claimedBy: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Null where it is about an account. */
  tool: z
    .object({
      slug: z.string(),
      title: z.string(),
      /** removed: by moderators; deleted: by its creator. */
      status: z.enum(['draft', 'published', 'hidden', 'removed', 'deleted']),
      /** Why it stays out of sight whatever is decided here. */
      heldOtherwise: z.array(z.enum(HOLD_CAUSES)),
    })
    .nullable(),
  /** Whom a decision would concern; null where there is nobody. */
  person: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  subject: z.string(),
  /** What was given with a review, 1 to 5; null for everything else. */
  stars: z.int().nullable(),
  /** The text that everybody sees meanwhile, when this is a change of it. */
  shown: z.string().nullable(),
  /** Of a tool: what the automated first look noticed. */
  hints: z.array(CaseHint),
  reports: z.array(
    z.object({
      reference: z.string(),
      reason: z.enum(REPORT_REASONS),
      details: z.string(),
      /** The result that is said to be wrong, where it was sent along. */
      run: Run.nullable(),
      /** Null for visitors. */
      reporter: z.string().nullable(),
      createdAt: z.string(),
    }),
  ),
  /** What is claimed of the tool, and when; null for other questions. */
  dispute: Dispute.nullable(),
  /** What was decided before it was opened again, the latest first. */
  earlier: z.array(EarlierDecision),
  /** What an appeal or a counter-claim is about. */
  appealed: z
    .object({
      kind: z.enum(CASE_KINDS),
      subject: z.string(),
      decision: z.enum(CASE_DECISIONS),
      ground: z.enum(REPORT_REASONS).nullable(),
      reason: z.string(),
    })
    .nullable(),
  closed: z
    .object({
      at: z.string(),
      decision: z.enum(CASE_DECISIONS),
      ground: z.enum(REPORT_REASONS).nullable(),
      reason: z.string(),
      by: z.string().nullable(),
    })
    .nullable(),
})
export type ModerationCase = z.infer<typeof ModerationCase>

const CaseVersion = z.object({
  version: z.int(),
  semver: z.string().nullable(),
  isCurrent: z.boolean(),
  /** What the case is decided about. */
  isCovered: z.boolean(),
  /** Strangers do not read it. */
  isWithheld: z.boolean(),
})
export type CaseVersion = z.infer<typeof CaseVersion>

const Parts = z.record(z.string(), z.json())
const WholeVersion = z.object({
  version: z.int(),
  semver: z.string().nullable(),
  changelog: z.string(),
  /** Of a tool of expressions: one in each line. Empty for tools that come with Fettle. */
  code: z.string(),
  fields: Parts,
  outputs: Parts,
  examples: z.array(z.json()),
})
export type WholeVersion = z.infer<typeof WholeVersion>

const ById = z.strictObject({ id: z.uuid() })
const ByLink = z.strictObject({ token: z.string().max(300) })
const AppealText = z.strictObject({
  text: z
    .string('Say why')
    .trim()
    .min(1, 'Say why')
    .max(APPEAL_MAX, `An appeal must be ${APPEAL_MAX} characters or less`),
})
const FOR_ADMINS = ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const
const FOR_DECISIONS = [
  ...FOR_ADMINS,
  'NOT_FOUND',
  'ALREADY_DECIDED',
  'CLAIMED',
  'CHANGED_MEANWHILE',
  'OWN_CASE',
] as const

const ToolAddress = z.string('Enter the address of a tool').trim().min(1, 'Enter the address of a tool').max(300)

export const moderationContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/moderation',
    summary: 'Questions to moderators: the open ones, the most urgent first, or the decided ones, the latest first',
    query: z.strictObject({
      state: z.enum(['open', 'decided']).default('open'),
      kind: z.enum(['all', ...CASE_KINDS]).default('all'),
      cursor: z.string().max(200).optional(),
    }),
    answer: z.object({
      cases: z.array(ModerationCase),
      cursor: z.string().nullable(),
      /** Of all pages of this kind. */
      open: z.int(),
      overdue: z.int(),
      /** How many of each kind wait; those that are not here are none. */
      waiting: z.partialRecord(z.enum(CASE_KINDS), z.int()),
    }),
    errors: FOR_ADMINS,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/admin/moderation/:id/versions',
    summary: 'The versions of the tool that a case is about, the newest first',
    params: ById,
    answer: z.object({ versions: z.array(CaseVersion) }),
    errors: [...FOR_ADMINS, 'NOT_FOUND'],
  }),
  version: endpoint({
    method: 'GET',
    path: '/api/admin/moderation/:id/versions/:n',
    summary: 'All that a version holds of the tool that a case is about, also while nobody else may read it',
    params: z.strictObject({ id: z.uuid(), n: z.coerce.number().int().min(1).max(1_000_000) }),
    answer: z.object({ whole: WholeVersion }),
    errors: [...FOR_ADMINS, 'NOT_FOUND'],
  }),
  claim: endpoint({
    method: 'POST',
    path: '/api/admin/moderation/:id/claim',
    summary: `Take a case, so that nobody else decides it for ${CLAIM_MINUTES} minutes`,
    params: ById,
    answer: z.object({ case: ModerationCase }),
    errors: FOR_DECISIONS,
  }),
  release: endpoint({
    method: 'DELETE',
    path: '/api/admin/moderation/:id/claim',
    summary: 'Give a case back that I have taken',
    params: ById,
    answer: z.object({ case: ModerationCase }),
    errors: FOR_DECISIONS,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/admin/moderation/:id/decide',
    summary: 'Decide a case; what is hidden or removed needs a ground and a reason, which go to the person',
    params: ById,
    body: z.strictObject({ ...Judgement, revision: z.int() }),
    answer: z.object({ case: ModerationCase }),
    errors: [...FOR_DECISIONS, 'ANOTHER_EYE_REQUIRED', 'TOO_EARLY'],
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/api/admin/moderation/bulk',
    summary: 'Decide several cases alike; those that cannot be are named',
    body: z.strictObject({
      cases: z
        .array(z.strictObject({ id: z.uuid(), revision: z.int() }))
        .min(1)
        .max(MAX_BULK),
      ...Judgement,
    }),
    answer: z.object({ decided: z.int(), refused: z.array(z.object({ id: z.uuid(), message: z.string() })) }),
    errors: FOR_ADMINS,
  }),
  look: endpoint({
    method: 'POST',
    path: '/api/admin/moderation/tools',
    summary: 'Put any tool before the moderators, also without a report; one that waits already stays as it is',
    body: z.strictObject({ tool: ToolAddress }),
    answer: z.object({ case: ModerationCase }),
    errors: [...FOR_ADMINS, 'NOT_FOUND', 'GONE'],
  }),
  claimByMail: endpoint({
    method: 'POST',
    path: '/api/admin/moderation/claims',
    summary: 'Enter a copyright claim that came by mail, with the day on which it came',
    body: z.strictObject({ tool: ToolAddress, ...MailedClaim.shape }),
    answer: z.object({ reference: z.string() }),
    status: 201,
    errors: [...FOR_ADMINS, 'NOT_FOUND', 'GONE'],
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/api/admin/moderation/:id/reopen',
    summary:
      'Put a decided case back into the queue; approving it then restores what it has hidden or removed, and what was decided stays to be read',
    params: ById,
    answer: z.object({ case: ModerationCase }),
    errors: [...FOR_DECISIONS, 'NOT_DECIDED', 'NEWER_CASE', 'TEXT_DELETED', 'GONE', 'OF_AN_ACCOUNT'],
  }),
}

export const Statement = z.object({
  id: z.uuid(),
  kind: z.enum(CASE_KINDS),
  /** Null where it is about the account. */
  tool: z.object({ slug: z.string(), title: z.string() }).nullable(),
  subject: z.string(),
  decision: z.enum(CASE_DECISIONS),
  ground: z.enum(REPORT_REASONS).nullable(),
  reason: z.string(),
  decidedAt: z.string(),
  /** A moderator looks at it once more: another decision may follow, which can be appealed against like this one. */
  isOpenAgain: z.boolean(),
  /** What was decided before that, the latest first. */
  earlier: z.array(EarlierDecision),
  /** Null until somebody appeals. */
  appeal: z
    .object({
      text: z.string(),
      createdAt: z.string(),
      /** Null too while a moderator looks at the appeal once more. */
      outcome: AppealOutcome.nullable(),
      /** How it was decided before that, the latest first. */
      earlier: z.array(EarlierDecision),
    })
    .nullable(),
  mayAppeal: z.boolean(),
  /** Null where nobody has claimed a copyright. */
  dispute: Dispute.nullable(),
  mayCounter: z.boolean(),
})
export type Statement = z.infer<typeof Statement>

export const statementsContract = {
  ofTool: endpoint({
    method: 'GET',
    path: '/api/statements/of-tool/:id',
    summary: 'Why moderators keep a tool of mine out of sight; null where they do not',
    params: z.strictObject({ id: z.string().min(1).max(100) }),
    answer: z.object({ decision: StandingDecision.nullable() }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/statements/:id',
    summary: 'Why moderators decided as they did about something of mine',
    params: ById,
    answer: z.object({ statement: Statement }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  appeal: endpoint({
    method: 'POST',
    path: '/api/statements/:id/appeal',
    summary: 'Ask for another look at a decision about something of mine',
    params: ById,
    body: AppealText,
    answer: z.object({ statement: Statement }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'NO_APPEAL', 'TOO_MANY_REQUESTS'],
  }),
  byLink: endpoint({
    method: 'GET',
    path: '/api/statements/link/:token',
    summary: 'Why an account was suspended, for whoever got the mail about it: they cannot sign in',
    params: ByLink,
    answer: z.object({ statement: Statement }),
    errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  appealByLink: endpoint({
    method: 'POST',
    path: '/api/statements/link/:token/appeal',
    summary: 'Ask for another look at the suspension of an account',
    params: ByLink,
    body: AppealText,
    answer: z.object({ statement: Statement }),
    errors: ['NOT_FOUND', 'NO_APPEAL', 'TOO_MANY_REQUESTS'],
  }),
  counter: endpoint({
    method: 'POST',
    path: '/api/statements/:id/counter-claim',
    summary: 'Answer a copyright claim for which a tool of mine was hidden; it then comes back after ten working days',
    params: ById,
    body: CounterClaim,
    answer: z.object({ statement: Statement }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'NO_COUNTER_CLAIM', 'TOO_MANY_REQUESTS'],
  }),
}

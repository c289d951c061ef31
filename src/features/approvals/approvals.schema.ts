import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const DECISIONS = ['approve', 'reject'] as const
export type Decision = (typeof DECISIONS)[number]
export const MAX_REASON = 1000
/** Every person who is asked is told once; more in a day is not asking any more. */
export const MAX_ASKED_A_DAY = 200
/** Mails to one address without an account, whoever asks; further ones within a day are not sent. */
export const MAX_MAILS_TO_STRANGERS = 10
export const MAX_NAME = 100

const Token = z.string().max(300)

/** open: it can be decided · ended: the run has ended, or the time was over. */
const State = z.enum(['open', 'approved', 'rejected', 'ended'])

/** What somebody sees who was asked. */
export const Approval = z.object({
  question: z.string(),
  details: z.string(),
  workflowName: z.string(),
  askedBy: z.string(),
  /** Who is asked: the address, shortened, as mails are passed on. */
  you: z.string(),
  needed: z.int(),
  asked: z.int(),
  approved: z.int(),
  state: State,
  dueAt: z.string(),
  decision: z.enum(DECISIONS).nullable(),
  /** Without an account they have to say who they are. */
  needsName: z.boolean(),
})
export type Approval = z.infer<typeof Approval>

/** What the owner of the run sees. */
export const ApprovalOfRun = z.object({
  nodeId: z.string(),
  question: z.string(),
  needed: z.int(),
  veto: z.boolean(),
  state: State,
  dueAt: z.string(),
  people: z.array(
    z.object({
      email: z.string(),
      /** Null until there is a decision. */
      name: z.string().nullable(),
      decision: z.enum(DECISIONS).nullable(),
      reason: z.string().nullable(),
      decidedAt: z.string().nullable(),
    }),
  ),
})
export type ApprovalOfRun = z.infer<typeof ApprovalOfRun>

export const approvalsContract = {
  show: endpoint({
    method: 'GET',
    path: '/api/approvals/:token',
    summary: 'What the link of an approval asks; changes nothing',
    params: z.strictObject({ token: Token }),
    answer: z.object({ approval: Approval }),
    errors: ['NOT_FOUND'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/approvals/:token',
    summary: 'Approve or reject, once; needs no session',
    params: z.strictObject({ token: Token }),
    body: z.strictObject({
      decision: z.enum(DECISIONS),
      reason: z.string().trim().max(MAX_REASON).optional(),
      /** Needed of who has no account; of others it is known. */
      name: z.string().trim().max(MAX_NAME).optional(),
    }),
    answer: z.object({ approval: Approval }),
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'APPROVAL_DECIDED', 'APPROVAL_ENDED'],
  }),
  ofRun: endpoint({
    method: 'GET',
    path: '/api/executions/:id/approvals',
    scope: 'read',
    summary: 'What the steps of an execution ask people, and what they have decided',
    params: z.strictObject({ id: z.uuid() }),
    answer: z.object({ approvals: z.array(ApprovalOfRun) }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
}

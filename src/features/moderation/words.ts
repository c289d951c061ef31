import type { CaseKind, Decision } from './moderation.schema.ts'

export const KIND_WORDS: Readonly<Record<CaseKind, string>> = {
  review: 'Review',
  reply: 'Answer to a review',
  report: 'Reported tool',
  appeal: 'Appeal',
  tool: 'New or changed tool',
  counter: 'Copyright counter-claim',
}

/** What a moderator does, as a button says it. */
export const DECISION_WORDS: Readonly<Record<Decision, string>> = {
  approve: 'Approve',
  hide: 'Hide',
  remove: 'Remove',
  restore: 'Restore',
  uphold: 'Keep the decision',
}

/** What was done, as a list says it. */
export const DECIDED_WORDS: Readonly<Record<Decision, string>> = {
  approve: 'Approved',
  hide: 'Hidden',
  remove: 'Removed',
  restore: 'Restored',
  uphold: 'Decision kept',
}

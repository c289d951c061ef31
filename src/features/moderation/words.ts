import type { CaseKind, Decision, HoldCause, ModerationCase } from './moderation.schema.ts'

export const KIND_WORDS: Readonly<Record<CaseKind, string>> = {
  review: 'Review',
  reply: 'Answer to a review',
  report: 'Reported tool',
  appeal: 'Appeal',
  tool: 'New or changed tool',
  counter: 'Copyright counter-claim',
  suspension: 'Suspended account',
}

/** What a moderator does, as a button says it. */
export const DECISION_WORDS: Readonly<Record<Decision, string>> = {
  approve: 'Approve',
  hide: 'Hide',
  remove: 'Remove',
  restore: 'Restore',
  uphold: 'Keep the decision',
  lapse: 'Close',
  suspend: 'Suspend',
}

/** What a moderator does with all that is marked. */
export const TOGETHER_WORDS = {
  approve: 'Approve marked',
  hide: 'Hide marked…',
  restore: 'Restore marked',
  uphold: 'Uphold marked…',
}
export const MIXED_WORDS =
  'Appeals and counter-claims are restored or upheld, all others are approved or hidden: each button decides those that it fits.'

/** What was done, as a list says it. */
export const DECIDED_WORDS: Readonly<Record<Decision, string>> = {
  approve: 'Approved',
  hide: 'Hidden',
  remove: 'Removed',
  restore: 'Restored',
  uphold: 'Decision kept',
  lapse: 'Deleted meanwhile',
  suspend: 'Suspended',
}

/** Why a tool is not to be opened. */
export const STATUS_WORDS: Readonly<
  Record<Exclude<NonNullable<ModerationCase['tool']>['status'], 'published'>, string>
> = {
  draft: 'Draft',
  hidden: 'Hidden',
  removed: 'Removed',
  deleted: 'Deleted by its creator',
}

/** What a case is about, in a word. */
export const nameOf = ({ tool, person }: Pick<ModerationCase, 'tool' | 'person'>): string =>
  tool?.title ?? `the account of ${person?.name ?? 'somebody who has left'}`

const MOST_NAMED = 5

/** What was marked and is not decided with the others, by name. */
export function skippedWords(skipped: readonly Pick<ModerationCase, 'kind' | 'tool' | 'person'>[]): string {
  const names = skipped.slice(0, MOST_NAMED).map((one) => `${KIND_WORDS[one.kind]} (${nameOf(one)})`)
  const more = skipped.length - names.length
  return `Cannot be decided like that: ${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}.`
}

export const outcomeWords = (outcome: { readonly decision: Decision; readonly reason: string } | null): string =>
  outcome === null ? 'Nobody has decided it.' : `${DECIDED_WORDS[outcome.decision]}. ${outcome.reason}`.trim()

/** What keeps a tool out of sight besides the case that somebody reads. */
export const HOLD_WORDS: Readonly<Record<HoldCause, string>> = {
  decision: 'another decision',
  removal: 'another decision',
  'first-look': 'a first look',
  suspension: 'the suspension of its creator',
}

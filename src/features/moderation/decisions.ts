import type { HintKind } from '#src/features/first-look/first-look.schema.ts'
import type { CaseKind, Decision, Ground, ModerationCase } from './moderation.schema.ts'

/** What can be decided about each kind of question, the usual answer first. */
export const DECISIONS: Readonly<Record<CaseKind, readonly Decision[]>> = {
  review: ['approve', 'hide'],
  reply: ['approve', 'hide'],
  report: ['approve', 'hide', 'remove'],
  appeal: ['restore', 'uphold'],
  tool: ['approve', 'hide', 'remove'],
  counter: ['restore', 'uphold'],
  // Decided when it is opened, in People.
  suspension: [],
}

/** What is about a decision that was made before. */
export const isSecondLook = (kind: CaseKind): boolean => kind === 'appeal' || kind === 'counter'

/** What takes something from somebody says which rule it is against. */
export const needsGround = (decision: Decision): boolean => decision === 'hide' || decision === 'remove'
/** And whoever does not get their way is told why in words. */
export const needsReason = (decision: Decision): boolean => needsGround(decision) || decision === 'uphold'

const TOGETHER = ['approve', 'hide', 'restore', 'uphold'] as const

/** What can be decided about at least one of them. Those that it does not fit are named and left. */
export const decisionsTogether = (cases: readonly Pick<ModerationCase, 'kind'>[]) =>
  TOGETHER.filter((decision) => cases.some(({ kind }) => DECISIONS[kind].includes(decision)))

const GROUND_OF_HINT: Readonly<Record<HintKind, Ground>> = {
  secret: 'other',
  network: 'malware',
  sandbox: 'malware',
  obfuscated: 'malware',
  credentials: 'malware',
  copied: 'copyright',
  impersonation: 'misleading',
  spam: 'spam',
}

/** What a moderator would choose first: as it was reported, or as the first look found. */
export function likelyGround({ reports, hints }: Pick<ModerationCase, 'reports' | 'hints'>): Ground {
  const [hint] = hints
  return reports[0]?.reason ?? (hint === undefined ? 'other' : GROUND_OF_HINT[hint.kind])
}

interface Judgement {
  readonly decision: Decision
  readonly ground?: Ground | undefined
  readonly reason: string
}

export interface Misfit {
  readonly field: 'decision' | 'ground' | 'reason'
  readonly message: string
}

/** What is wrong with a decision about this kind of question; null when it can stand. */
export function misfitOf(kind: CaseKind, { decision, ground, reason }: Judgement): Misfit | null {
  if (!DECISIONS[kind].includes(decision)) return { field: 'decision', message: 'This cannot be decided like that' }
  if (needsGround(decision) && ground === undefined) return { field: 'ground', message: 'Choose what it is against' }
  if (needsReason(decision) && reason === '') return { field: 'reason', message: 'Say why' }
  return null
}

interface Standing {
  readonly closed: boolean
  readonly revision: number
  readonly claimedBy: string | null
  readonly claimedAt: Date | null
  /** Whom a decision would concern. */
  readonly personId: string | null
  /** Whose tool it is about. */
  readonly ownerId: string | null
  /** Whether the moderator has reported it, or claims a copyright in it. */
  readonly isReporter: boolean
  /** Who proposed the decision that an appeal is about, where somebody else has made it. */
  readonly proposedBefore: string | null
  /** Who made it. */
  readonly decidedBefore: string | null
}

export type Refusal = 'decided' | 'claimed' | 'changed' | 'own' | 'reported' | 'another-eye'

interface Attempt {
  readonly standing: Standing
  readonly moderatorId: string
  /** What the moderator has read. */
  readonly revision: number
  readonly now: Date
  readonly claimMs: number
  /** Whether somebody else could decide. */
  readonly hasColleague: boolean
  /** Whether somebody else could who did not make the decision before. */
  readonly hasBystander: boolean
}

const isClaimed = ({ claimedBy, claimedAt }: Standing, { moderatorId, now, claimMs }: Attempt): boolean =>
  claimedBy !== null && claimedBy !== moderatorId && claimedAt !== null && now.getTime() - claimedAt.getTime() < claimMs

/** Why a moderator may not decide this now; null when they may. */
export function refusalOf(attempt: Attempt): Refusal | null {
  const { standing, moderatorId, revision, hasColleague, hasBystander } = attempt
  if (standing.closed) return 'decided'
  if (standing.personId === moderatorId) return 'own'
  // Or creators who are moderators would choose the reviews of their tools.
  if (standing.ownerId === moderatorId && hasColleague) return 'own'
  if (standing.isReporter && hasColleague) return 'reported'
  if (isClaimed(standing, attempt)) return 'claimed'
  if (standing.revision !== revision) return 'changed'
  if (standing.decidedBefore === moderatorId && hasColleague) return 'another-eye'
  if (standing.proposedBefore === moderatorId && hasBystander) return 'another-eye'
  return null
}

import { RESTORE_BY_DAYS } from '#src/features/copyright/copyright-rules.ts'
import { afterWorkingDays } from '#src/features/copyright/working-days.ts'
import type { CaseKind, Ground } from './moderation.schema.ts'

/** The law sets the days of a counter-claim. */
type Timed = Exclude<CaseKind, 'report' | 'tool' | 'counter' | 'suspension'>

/** By when somebody should have decided, in hours. What does harm while it waits comes first. */
const HOURS: Readonly<Record<Timed, number>> = { review: 48, reply: 48, appeal: 168 }
const HOURS_OF_REPORTS: Readonly<Record<Ground, number>> = {
  malware: 4,
  offensive: 24,
  copyright: 24,
  spam: 72,
  misleading: 72,
  other: 72,
}

type Question =
  | { readonly kind: Timed }
  | { readonly kind: 'report'; readonly ground: Ground }
  /** Nobody sees a tool that is held. */
  | { readonly kind: 'tool'; readonly isHeld: boolean }

/** Of a tool that is out of sight until somebody has looked at it. */
export const HELD_HOURS = 24

export function serviceHours(question: Question): number {
  if (question.kind === 'report') return HOURS_OF_REPORTS[question.ground]
  if (question.kind === 'tool') return question.isHeld ? HELD_HOURS : 72
  return HOURS[question.kind]
}

/** Of a counter-claim that is opened again: the last day of the law, or as many days anew once that is over. */
export const counterDue = (restoreBy: Date | null, now: Date): Date =>
  restoreBy !== null && restoreBy > now ? restoreBy : afterWorkingDays(now, RESTORE_BY_DAYS)

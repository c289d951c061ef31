import type { CaseKind, Ground } from './moderation.schema.ts'

/** By when somebody should have decided, in hours. What does harm while it waits comes first. */
const HOURS: Readonly<Record<Exclude<CaseKind, 'report'>, number>> = { review: 48, reply: 48, appeal: 168 }
const HOURS_OF_REPORTS: Readonly<Record<Ground, number>> = {
  malware: 4,
  offensive: 24,
  copyright: 24,
  spam: 72,
  misleading: 72,
  other: 72,
}

type Question = { readonly kind: Exclude<CaseKind, 'report'> } | { readonly kind: 'report'; readonly ground: Ground }

export const serviceHours = (question: Question): number =>
  question.kind === 'report' ? HOURS_OF_REPORTS[question.ground] : HOURS[question.kind]

import type { Decision, Ground, ModerationCase } from './moderation.schema.ts'

/** Cases and what is to be decided about them. */
export interface Task {
  readonly cases: readonly ModerationCase[]
  readonly decision: Decision
  /** What was marked with them and cannot be decided like that. */
  readonly skipped: readonly ModerationCase[]
}

/** What goes to the person. */
export interface Words {
  readonly ground?: Ground
  readonly reason: string
}

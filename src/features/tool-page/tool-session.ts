import type { JsonObject } from '#src/sdk/json.ts'
import type { FieldError } from '#src/sdk/validate-input.ts'
import type { FormValues } from './form-values.ts'

export interface Result {
  readonly outputs: JsonObject
  /** Of the inputs that it answers. */
  readonly revision: number
  /** Unknown for a result that came with the page. */
  readonly durationMs: number | undefined
}
export interface Failure {
  readonly message: string
  readonly code: string
  /** Where inputs are at fault. */
  readonly details: readonly FieldError[]
  readonly revision: number
}

/** One person at one tool. */
export interface ToolSession {
  readonly values: FormValues
  /** Counts the changes of `values`. */
  readonly revision: number
  /** The person changed something: from then on the address follows. */
  readonly isChanged: boolean
  /** Fields that were left; only these show their errors before the first Run. */
  readonly left: readonly string[]
  /** How often Run was pressed since the last reset or example. */
  readonly attempts: number
  /** The run that is under way; an answer of any other one is too old. */
  readonly running: { readonly run: number; readonly revision: number } | undefined
  /** The last good one, kept while the inputs are wrong. */
  readonly result: Result | undefined
  readonly failure: Failure | undefined
  /** What Undo brings back. */
  readonly undo: ToolSession | undefined
}

export type SessionAction =
  | { readonly type: 'changed'; readonly values: FormValues }
  | { readonly type: 'left'; readonly name: string }
  | { readonly type: 'attempted' }
  /**
   * An example, what an address brought, or an earlier run with its outputs; the errors of the fields in `left` are
   * shown at once.
   */
  | {
      readonly type: 'filled'
      readonly values: FormValues
      readonly left?: readonly string[]
      readonly outputs?: JsonObject | undefined
    }
  | { readonly type: 'started'; readonly run: number }
  | { readonly type: 'succeeded'; readonly run: number; readonly outputs: JsonObject; readonly durationMs: number }
  | ({ readonly type: 'failed'; readonly run: number } & Omit<Failure, 'revision'>)
  | { readonly type: 'stopped' }
  | { readonly type: 'reset'; readonly values: FormValues }
  | { readonly type: 'undone' }

export const openSession = (values: FormValues, outputs: JsonObject | undefined): ToolSession => ({
  values,
  revision: 0,
  isChanged: false,
  left: [],
  attempts: 0,
  running: undefined,
  result: outputs && { outputs, revision: 0, durationMs: undefined },
  failure: undefined,
  undo: undefined,
})

export function nextSession(session: ToolSession, action: SessionAction): ToolSession {
  switch (action.type) {
    case 'changed':
      return { ...session, values: action.values, revision: session.revision + 1, isChanged: true, undo: undefined }
    case 'left':
      return session.left.includes(action.name) ? session : { ...session, left: [...session.left, action.name] }
    case 'attempted':
      return { ...session, attempts: session.attempts + 1 }
    case 'filled':
      return {
        ...session,
        values: action.values,
        revision: session.revision + 1,
        result: action.outputs
          ? { outputs: action.outputs, revision: session.revision + 1, durationMs: undefined }
          : session.result,
        ...{ isChanged: true, left: action.left ?? [], attempts: 0, failure: undefined, undo: undefined },
      }
    case 'started':
      return { ...session, running: { run: action.run, revision: session.revision } }
    case 'succeeded':
    case 'failed':
      return session.running?.run === action.run ? settled(session, session.running.revision, action) : session
    case 'stopped':
      return { ...session, running: undefined }
    case 'reset':
      return {
        ...openSession(action.values, undefined),
        revision: session.revision + 1,
        undo: { ...session, undo: undefined, running: undefined },
      }
    case 'undone':
      return session.undo === undefined ? session : broughtBack(session.undo, session.revision + 1)
    default:
      return action satisfies never
  }
}

function settled(
  session: ToolSession,
  revision: number,
  action: Extract<SessionAction, { type: 'succeeded' | 'failed' }>,
): ToolSession {
  if (action.type === 'failed') {
    const { message, code, details } = action
    return { ...session, running: undefined, failure: { message, code, details, revision } }
  }
  const { outputs, durationMs } = action
  return { ...session, running: undefined, failure: undefined, result: { outputs, durationMs, revision } }
}

/** The same inputs and result under a new revision, so that runs from before the reset stay too old. */
function broughtBack(before: ToolSession, revision: number): ToolSession {
  const isCurrent = before.result?.revision === before.revision
  return {
    ...before,
    revision,
    result: before.result && { ...before.result, revision: isCurrent ? revision : before.result.revision },
    failure: undefined,
  }
}

/** The failure of the inputs as they are now. */
export const currentFailure = ({ failure, revision }: ToolSession): Failure | undefined =>
  failure?.revision === revision ? failure : undefined

/** What is wrong with the inputs: what their check finds or, where that finds nothing, the tool itself. */
export const errorsOf = (session: ToolSession, invalid: readonly FieldError[]): readonly FieldError[] =>
  invalid.length > 0 ? invalid : (currentFailure(session)?.details ?? [])

/** Errors that may be shown yet: of fields that were left, and of all once Run was pressed. */
export const visibleErrors = (session: ToolSession, errors: readonly FieldError[]): readonly FieldError[] =>
  session.attempts > 0 ? errors : errors.filter(({ field }) => session.left.includes(field))

/**
 * Whether the shown result is of other inputs than these. A live result is about to be replaced and counts as
 * up to date until it turns out that it cannot be.
 */
export function isOutdated(session: ToolSession, { isLive, isValid }: { isLive: boolean; isValid: boolean }): boolean {
  if (session.result === undefined || session.result.revision === session.revision) return false
  return !isLive || !isValid || currentFailure(session) !== undefined
}

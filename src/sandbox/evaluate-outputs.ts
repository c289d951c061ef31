import { ExpressionError } from '#src/lib/expressions/errors.ts'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import type { Matches } from '#src/lib/expressions/library.ts'
import { utf8Bytes } from '#src/lib/utf8.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import type { Limits } from '#src/sdk/sandbox-limits.ts'
import { failures } from './failures.ts'
import type { RunFailure, RunOutcome } from './sandbox.ts'

export interface ExpressionsCall {
  /** An expression for each output; it sees `input`. */
  readonly outputs: Readonly<Record<string, string>>
  readonly input: JsonObject
  readonly limits: Limits
}

/** Evaluates a creator's expressions, each within the budget of the expression language. */
export function createEvaluation(matches: Matches): (call: ExpressionsCall) => RunOutcome {
  const expressions = createExpressions({ matches })
  return ({ outputs, input, limits }) => {
    const found: [string, Json][] = []
    for (const [name, source] of Object.entries(outputs)) {
      try {
        found.push([name, expressions.compile(source).evaluate({ input })])
      } catch (error) {
        return { ok: false, error: failureOf(name, error, { input, limits }) }
      }
    }
    // Own properties, whatever their names: assigning to __proto__ would set the prototype.
    const values: JsonObject = Object.fromEntries(found)
    const size = utf8Bytes(JSON.stringify(values)).length
    return size > limits.outputBytes ? { ok: false, error: failures.output(limits) } : { ok: true, outputs: values }
  }
}

/** Of what a workflow has, a tool has nothing but `input`. */
function ofTool(error: ExpressionError, input: JsonObject): ExpressionError {
  const { fault, missing } = error
  if (fault.code !== 'UNKNOWN_VARIABLE' || missing === undefined) return error
  const hint = Object.hasOwn(input, missing)
    ? `Write input.${missing}.`
    : `Expressions of a tool read input. It has: ${Object.keys(input).join(', ')}.`
  return new ExpressionError({ ...fault, hint }, error)
}

function failureOf(output: string, error: unknown, { input, limits }: Omit<ExpressionsCall, 'outputs'>): RunFailure {
  if (!(error instanceof ExpressionError)) throw error
  if (error.code === 'COST_EXCEEDED') return failures.time(limits)
  if (error.code === 'RESULT_TOO_LARGE') return failures.output(limits)
  return failures.thrown(`${output}: ${ofTool(error, input).message}`)
}

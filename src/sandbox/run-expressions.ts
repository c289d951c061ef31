import { ExpressionError } from '#src/lib/expressions/errors.ts'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { failures } from './failures.ts'
import type { Limits } from './limits.ts'
import type { RunFailure, RunOutcome } from './sandbox.ts'

export interface ExpressionsCall {
  /** An expression for each output; it sees `input`. */
  readonly outputs: Readonly<Record<string, string>>
  readonly input: JsonObject
  readonly limits: Limits
}

const expressions = createExpressions({ matches: matchesLinearly })

/** Evaluates a creator's expressions, each within the budget of the expression language. */
export function runExpressions({ outputs, input, limits }: ExpressionsCall): RunOutcome {
  const values: JsonObject = {}
  for (const [name, source] of Object.entries(outputs)) {
    try {
      values[name] = expressions.compile(source).evaluate({ input })
    } catch (error) {
      return { ok: false, error: failureOf(name, error, limits) }
    }
  }
  const size = Buffer.byteLength(JSON.stringify(values))
  return size > limits.outputBytes ? { ok: false, error: failures.output(limits) } : { ok: true, outputs: values }
}

function failureOf(output: string, error: unknown, limits: Limits): RunFailure {
  if (!(error instanceof ExpressionError)) throw error
  if (error.code === 'COST_EXCEEDED') return failures.time(limits)
  if (error.code === 'RESULT_TOO_LARGE') return failures.output(limits)
  return failures.thrown(`${output}: ${error.message}`)
}

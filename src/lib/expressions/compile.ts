import type { Environment } from '@marcbachmann/cel-js'
import { EXPRESSION_BUDGET, setBudget } from './budget.ts'
import { ExpressionError } from './errors.ts'
import { faultOf } from './explain.ts'
import { type Json, limitResult, MAX_RESULT, MAX_TAKEN, toJson } from './json.ts'
import { meter } from './meter.ts'
import { parse } from './parse.ts'
import { isPath, type References, referencesOf } from './references.ts'
import { type Context, contextOf, type Scope } from './scope.ts'
import { createTypeCheck, type TypeCheck } from './type-check.ts'

export interface Program {
  readonly source: string
  readonly references: References
  /** It only names a place in the scope: steps.fetch.body["items"][0] */
  readonly isPath: boolean
  /**
   * The JSON value of the expression. Deterministic: no clock, no randomness, no time zone of the machine.
   * @throws ExpressionError
   */
  evaluate(scope: Scope): Json
  /** The same with a prepared context and what is left of a shared budget; throws the library's errors. */
  run(context: Context, budget: number): unknown
}

/** What its value may have. */
export const limitOf = ({ isPath }: Pick<Program, 'isPath'>) => (isPath ? MAX_TAKEN : MAX_RESULT)

function compile(environment: Environment, typeCheck: TypeCheck, source: string): Program {
  const { parsed, root } = parse(environment, source)
  const references = referencesOf(root)
  typeCheck(parsed)
  meter(root)
  return {
    source,
    references,
    isPath: isPath(root),
    run(context, budget) {
      setBudget(budget)
      return parsed(context)
    },
    evaluate(scope) {
      return explained(source, () =>
        toJson(this.run(contextOf(scope, [references]), EXPRESSION_BUDGET), limitResult(limitOf(this))),
      )
    },
  }
}

/** Runs it; what it throws becomes an ExpressionError, unless it is a bug of ours. */
function explained<T>(source: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    const fault = faultOf(error, source)
    throw fault === undefined ? error : new ExpressionError(fault, { path: '', expression: source, offset: 0 })
  }
}

const MAX_PROGRAMS = 1000

/** Compiles and remembers the programs used last. @throws ExpressionError */
export function createCompiler(environment: Environment): (source: string) => Program {
  const programs = new Map<string, Program>()
  const typeCheck = createTypeCheck(environment)
  return (source) => {
    const known = programs.get(source)
    if (known) programs.delete(source)
    const program = known ?? explained(source, () => compile(environment, typeCheck, source))
    programs.set(source, program)
    const oldest = programs.keys().next()
    if (programs.size > MAX_PROGRAMS && !oldest.done) programs.delete(oldest.value)
    return program
  }
}

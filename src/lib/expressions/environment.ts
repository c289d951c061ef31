import { Environment } from '@marcbachmann/cel-js'
import { type Matches, registerLibrary } from './library.ts'

/** Longest expression, in characters. */
export const MAX_EXPRESSION_LENGTH = 20_000

const LIMITS = { maxAstNodes: 1000, maxDepth: 60, maxListElements: 500, maxMapEntries: 200, maxCallArguments: 8 }

type Number_ = number | bigint
type Plain = Number_ | boolean

/** JSON numbers are doubles, literals such as 2 are ints: people mix them, so the mixtures are defined. */
const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
}

function registerOperators(environment: Environment): void {
  for (const [operator, compute] of Object.entries(ARITHMETIC)) {
    const mixed = (a: Number_, b: Number_) => compute(Number(a), Number(b))
    environment.registerOperator(`int ${operator} double: double`, mixed)
    environment.registerOperator(`double ${operator} int: double`, mixed)
  }
  environment.registerOperator('double % double: double', (a: number, b: number) => a % b)
  for (const type of ['int', 'double', 'bool']) {
    environment.registerOperator(`string + ${type}: string`, (text: string, value: Plain) => text + String(value))
    environment.registerOperator(`${type} + string: string`, (value: Plain, text: string) => String(value) + text)
  }
}

/**
 * The one environment that expressions are evaluated in: names that are not registered are of type dyn,
 * optional values are on, lists and maps may mix types. It holds nothing that reads a clock or a random number.
 */
export function createEnvironment(matches: Matches): Environment {
  const environment = new Environment({
    unlistedVariablesAreDyn: true,
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
    limits: LIMITS,
  })
  registerOperators(environment)
  registerLibrary(environment, matches)
  return environment
}

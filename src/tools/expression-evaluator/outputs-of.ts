import { evaluate, format } from './calculator.ts'
import { kindOf, toJson, withoutNoise } from './to-json.ts'

/** The outputs of the tool; `precision` counts digits. Throws Error with a message for people. */
export function outputsOf(expression: string, precision: number) {
  const value = withoutNoise(evaluate(expression))
  const kind = kindOf(value)
  if (kind === undefined)
    throw new Error('There is no value: write an expression, or call the function that is defined')
  return { value: toJson(value, precision), exact: format(value, precision), kind }
}

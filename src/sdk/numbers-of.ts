import { ToolError } from './tool-error.ts'
import { toNumber } from './validate-input.ts'

interface Limits {
  /** The field's name and label, for messages. */
  readonly field: string
  readonly label: string
  /** The most numbers, and the largest size of one. */
  readonly most: number
  readonly largest: number
}

/** What is left of "10,000" where commas part the numbers of a list. */
const PART_OF_GROUPED = /^0\d/

/** The numbers of a field of type list. Throws ToolError at the field. */
export function numbersOf(parts: readonly string[], { field, label, most, largest }: Limits): number[] {
  const refuse = (problem: string): never => {
    throw new ToolError(`${label}: ${problem}`, { field })
  }
  if (parts.length > most) refuse(`at most ${most} numbers, not ${parts.length}`)
  return parts.map((part, index) => {
    if (PART_OF_GROUPED.test(part)) refuse(`“${part}” looks like a part of a number; write 10000, not 10,000`)
    const value = toNumber(part) ?? refuse(`number ${index + 1}, “${part.slice(0, 40)}”, is not a number`)
    if (Math.abs(value) > largest) refuse(`number ${index + 1} must be between ${-largest} and ${largest}`)
    return value
  })
}

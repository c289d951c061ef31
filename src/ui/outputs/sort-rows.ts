import { toNumber } from '#src/sdk/validate-input.ts'
import type { TableSort } from '../data-table.tsx'
import type { Row } from './format-value.ts'

const words = new Intl.Collator('en', { numeric: true })

const isNothing = (value: unknown) => value === undefined || value === null || value === ''

/** Numbers, texts that are numbers too, by their value and before all other texts. */
function compared(one: unknown, other: unknown): number {
  const [left, right] = [toNumber(one), toNumber(other)]
  if (left !== undefined && right !== undefined) return left - right
  if (left !== undefined || right !== undefined) return left === undefined ? 1 : -1
  return words.compare(textOf(one), textOf(other))
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** The rows in the order of one column; cells without a value come last either way, and equal ones keep their order. */
export const sortRows = (rows: readonly Row[], { key, direction }: TableSort): readonly Row[] =>
  rows.toSorted(({ [key]: one }, { [key]: other }) => {
    if (isNothing(one) || isNothing(other)) return Number(isNothing(one)) - Number(isNothing(other))
    return direction === 'ascending' ? compared(one, other) : compared(other, one)
  })

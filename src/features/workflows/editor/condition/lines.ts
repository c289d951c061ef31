import type { Json } from '#src/sdk/json.ts'
import type { Names } from '../expression/complete.ts'
import { type Comparison, type Condition, lackOf, sayingOf } from './comparisons.ts'
import { conditionOf } from './read-condition.ts'

/** A line on the page. Its id stays while everything else of it changes. */
export type Line = Comparison & { readonly id: number }
export type Lines = Omit<Condition, 'lines'> & { readonly lines: readonly Line[] }

const EMPTY: Comparison = { value: '', how: 'equals', other: '' }

let lastLine = 0
const asLine = (line: Comparison): Line => ({ ...line, id: ++lastLine })

/** The lines of a setting; undefined where it says more than lines can. */
export function linesOf(value: Json): Lines | undefined {
  if (value === '') return { joined: 'all', lines: [asLine(EMPTY)] }
  const condition = typeof value === 'string' ? conditionOf(value) : undefined
  return condition && { ...condition, lines: condition.lines.map((line) => asLine({ ...line, said: line.source })) }
}

/** Once the condition is written: what is whole is as it is written there. */
export const asWritten = ({ joined, lines }: Lines, names: Names): Lines => ({
  joined,
  lines: lines.map((line) => {
    const said = sayingOf(line, names)
    return said === undefined || lackOf(line, names) !== undefined ? line : { ...line, source: said, said }
  }),
})

/** Whether something of them is not in the condition. */
export const isUnfinished = ({ lines }: Lines, names: Names): boolean =>
  lines.some((line) => lackOf(line, names) !== undefined)

export function withLine({ joined, lines }: Lines): { lines: Lines; added: Line } {
  const added = asLine(EMPTY)
  return { lines: { joined, lines: [...lines, added] }, added }
}

export const changeLine = ({ joined, lines }: Lines, { id }: Line, next: Comparison): Lines => ({
  joined,
  lines: lines.map((one) => (one.id === id ? { ...next, id } : one)),
})

/** The last one gives way to a blank one. */
export function removeLine({ joined, lines }: Lines, { id }: Line): Lines {
  const left = lines.filter((one) => one.id !== id)
  return { joined, lines: left.length === 0 ? [asLine(EMPTY)] : left }
}

import { Optional } from '@marcbachmann/cel-js'
import { Duration } from '@marcbachmann/cel-js/evaluator'
import { spend, textCost } from './budget.ts'
import { entriesOf, isNumeric, numberOf } from './equal.ts'

/** The items without those that are equal (equal.ts) to one before, in time linear in the values. @throws CostExceeded */
export function distinct(list: Iterable<unknown>): unknown[] {
  const labelFor = createLabels()
  const found = new Map<number, unknown>()
  for (const part of list) {
    const label = labelFor(part)
    if (!found.has(label)) found.set(label, part)
  }
  return [...found.values()]
}

type LabelFor = (value: unknown) => number

/** Gives two values the same label when they are equal. */
function createLabels(): LabelFor {
  let next = 0
  const byShape = new Map<string, number>()
  // What is named often is read once; and what holds a NaN, which nothing is equal to, is equal to itself.
  const known = new Map<unknown, number>()
  return function labelFor(value) {
    spend(1 + (typeof value === 'string' ? textCost(value.length) : 0))
    const one = isNumeric(value) ? asDouble(numberOf(value)) : value
    if (Number.isNaN(one)) return next++
    let label = known.get(one)
    if (label !== undefined) return label
    const shape = typeof one === 'object' && one !== null ? shapeOf(one, labelFor) : undefined
    label = (shape === undefined ? undefined : byShape.get(shape)) ?? next++
    known.set(one, label)
    if (shape !== undefined) byShape.set(shape, label)
    return label
  }
}

/** A double where there is one of that value. */
function asDouble(number: number | bigint): number | bigint {
  const double = Number(number)
  return typeof number === 'bigint' && BigInt(double) !== number ? number : double
}

/** Equal objects have the same shape, made of the labels of their parts; undefined for what is equal to itself alone. */
function shapeOf(value: object, labelFor: LabelFor): string | undefined {
  if (Array.isArray(value)) return `[${value.map(labelFor).join()}`
  if (value instanceof Date) return Number.isNaN(+value) ? undefined : `t${+value}`
  if (value instanceof Duration) return `d${value.seconds},${value.nanos}`
  if (value instanceof Uint8Array) {
    spend(value.length)
    return `b${value.join()}`
  }
  if (value instanceof Optional) return value.hasValue() ? `?${labelFor(value.value())}` : '?'
  const entries = entriesOf(value)
  if (entries === undefined) return undefined
  const fields = Array.from(entries.names, (name) => `${labelFor(name)}:${labelFor(entries.get(name))}`)
  return `{${fields.toSorted().join()}`
}

import type { Row } from '#src/ui/outputs/format-value.ts'

/** The order that a person gave to the rows of a table, by its value: every file of it follows, wherever it is made. */
const orders = new WeakMap<object, readonly Row[]>()

export const rememberOrder = (value: object, rows: readonly Row[]): void => void orders.set(value, rows)

export const inShownOrder = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (orders.get(value) ?? value) : value

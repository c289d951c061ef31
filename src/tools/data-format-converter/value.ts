import { TomlDate } from 'smol-toml'
import type { Json } from '#src/sdk/json.ts'

/** A value of any of the formats. Integers are bigint, floats number; dates and times of TOML keep their kind. */
export type Value = null | boolean | number | bigint | string | TomlDate | Value[] | Members
export interface Members {
  [name: string]: Value
}

export const isMembers = (value: Value): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof TomlDate)

/** A copy in which `change` has replaced every value that is no list and no object. */
export function mapped(value: Value, change: (leaf: Value) => Value): Value {
  if (Array.isArray(value)) return value.map((element) => mapped(element, change))
  if (!isMembers(value)) return change(value)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapped(member, change)]))
}

const dateText = (date: TomlDate): string => date.toISOString().replace(/\.000(?=[-+Z]|$)/, '')

/** Dates and times as RFC 3339 writes them. */
export const withTextDates = (value: Value): Value =>
  mapped(value, (leaf) => (leaf instanceof TomlDate ? dateText(leaf) : leaf))

/** JSON has neither infinities nor not-a-number (null), nor more than a double (rounded), nor dates (text). */
export const toJson = (value: Value): Json =>
  mapped(withTextDates(value), (leaf) => {
    const number = typeof leaf === 'bigint' ? Number(leaf) : leaf
    return typeof number === 'number' && !Number.isFinite(number) ? null : number
  }) as Json

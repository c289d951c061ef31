import { stringify as stringifyToml, TomlDate } from 'smol-toml'
import { Document, visit } from 'yaml'
import { ToolError } from '#src/sdk/index.ts'
import { isMembers, mapped, type Value, withTextDates } from './value.ts'

export function toYaml(value: Value, indent: number): string {
  const document = new Document(withTextDates(value))
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'number') node.minFractionDigits = 1
    },
  })
  return document.toString({ indent: Math.max(indent, 1), lineWidth: 0 })
}

/** Members that are null are left out, since TOML has no null. */
function withoutNulls(value: Value): Value {
  if (Array.isArray(value)) {
    if (value.includes(null))
      throw new ToolError('TOML has no null, so that a list must not hold one', { field: 'text' })
    return value.map(withoutNulls)
  }
  if (!isMembers(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]))
}

export function toToml(value: Value): string {
  if (!isMembers(value)) throw new ToolError('TOML must have an object at its top', { field: 'text' })
  mapped(value, (leaf) => {
    if (typeof leaf === 'bigint' && BigInt.asIntN(64, leaf) !== leaf)
      throw new ToolError('TOML has whole numbers of 64 bits, so that none must be longer', { field: 'text' })
    return leaf
  })
  return stringifyToml(withoutNulls(value), { numbersAsFloat: true })
}

/** What a conversion to `format` could not keep, in sentences. The value in JSON comes with every conversion. */
export function losses(value: Value, format: 'json' | 'yaml' | 'toml'): string[] {
  const found = new Set<string>()
  mapped(value, (leaf) => {
    if (typeof leaf === 'bigint' && !Number.isSafeInteger(Number(leaf)))
      found.add('JSON: whole numbers beyond 2^53 were rounded.')
    if (typeof leaf === 'number' && !Number.isFinite(leaf)) found.add('JSON: infinity and not-a-number became null.')
    if (format === 'toml' && leaf === null) found.add('TOML: members that were null were left out.')
    if (format !== 'toml' && leaf instanceof TomlDate) found.add('Dates and times became text.')
    return leaf
  })
  return [...found]
}

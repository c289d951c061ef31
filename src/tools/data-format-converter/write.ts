import { stringify as stringifyToml, TomlDate } from 'smol-toml'
import { Document, visit } from 'yaml'
import { ToolError } from '#src/sdk/index.ts'
import { isMembers, mapped, type Value, withTextDates } from './value.ts'

/** YAML 1.2.2, sections 5.1 and 5.2: such characters, a byte order mark among them, must be escapes in double quotes. */
const UNPRINTABLE = /[\u007f-\u0084\u0086-\u009f\ufeff\ufffe\uffff]/g
/** In a block such spaces, of the first line or of one without more, would be read as its indentation. */
const SPACES = /^\n*[ \t]|\n[ \t]+(?:\n|$)/
const needsQuotes = (text: string): boolean => text.search(UNPRINTABLE) >= 0 || SPACES.test(text)
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

export function toYaml(value: Value, indent: number): string {
  const document = new Document(withTextDates(value))
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'number') node.minFractionDigits = 1
      if (typeof node.value === 'string' && needsQuotes(node.value)) node.type = 'QUOTE_DOUBLE'
    },
  })
  const written = document.toString({
    indent: Math.max(indent, 1),
    lineWidth: 0,
    // The library breaks longer ones into lines, wrongly where two of them are blank.
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  })
  return written.replace(UNPRINTABLE, escaped)
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

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ')

interface FieldRules {
  readonly name: string
  readonly min: number
  readonly max: number
  /** The first stands for `min`. */
  readonly names?: readonly string[]
  /** What else may stand there, beside values, ranges and steps. */
  readonly also?: RegExp
}

const SECOND: FieldRules = { name: 'second', min: 0, max: 59 }
const FIVE: readonly FieldRules[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31, also: /^(?:\?|l)$/ },
  { name: 'month', min: 1, max: 12, names: MONTHS },
  { name: 'day of week', min: 0, max: 7, names: WEEKDAYS, also: /^(?:\?|[0-7]l|[0-7]#[1-5])$/ },
]
/** Those of vixie cron, as five fields. */
const NICKNAMES = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
])
export const AT_START = '@reboot'

const withNumbers = (text: string, { names = [], min }: FieldRules): string =>
  text.replace(/[a-z]{3}/g, (word) => (names.includes(word) ? String(names.indexOf(word) + min) : word))

/** What is wrong with "5", "1-5", "*" or one of them with a step. */
function problemOfPart(part: string, { min, max, also }: FieldRules): string | undefined {
  if (also?.test(part)) return undefined
  const match = /^(?:\*|(\d{1,3})(?:-(\d{1,3}))?)(?:\/(\d{1,3}))?$/.exec(part)
  if (match === null) return `“${part}” is no value, range or step`
  const [, from, to, step] = match
  const values = [from, to].filter((value) => value !== undefined).map(Number)
  const outside = values.find((value) => value < min || value > max)
  if (outside !== undefined) return `${outside} is not from ${min} to ${max}`
  if (Number(from) > Number(to)) return `${from} is after ${to}`
  return step !== undefined && Number(step) === 0 ? 'a step must be 1 or more' : undefined
}

function problemOfField(field: string, rules: FieldRules): string | undefined {
  const parts = withNumbers(field, rules).split(',')
  const problem =
    parts.length > 1 && field.includes('#')
      ? '# cannot stand in a list'
      : parts.map((part) => problemOfPart(part, rules)).find((one) => one !== undefined)
  return problem === undefined ? undefined : `In the ${rules.name}, ${problem}.`
}

export interface Parsed {
  /** Capitals, one space between fields; of a nickname the five fields that it stands for. */
  readonly expression: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}
export type Problem = string

export function parseExpression(given: string): Parsed | Problem {
  const text = given.trim().toLowerCase().replace(/\s+/g, ' ')
  if (text === AT_START) return { expression: AT_START, fields: [] }
  const expression = NICKNAMES.get(text) ?? text
  if (expression.startsWith('@')) return `There is no ${expression.slice(0, 40)}.`
  const values = expression.split(' ')
  const rules = values.length === 6 ? [SECOND, ...FIVE] : FIVE
  if (values.length !== rules.length) return `It must have 5 fields, or 6 with seconds in front, not ${values.length}.`
  for (const [index, rule] of rules.entries()) {
    const problem = problemOfField(values[index] ?? '', rule)
    if (problem !== undefined) return problem
  }
  return {
    expression: expression.toUpperCase(),
    fields: rules.map(({ name }, index) => ({ name, value: values[index] ?? '' })),
  }
}

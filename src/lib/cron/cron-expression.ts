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

const WEEKDAY = 'day of week'
const MONTH_DAY = 'day of month'
const SECOND: FieldRules = { name: 'second', min: 0, max: 59 }
const FIVE: readonly FieldRules[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: MONTH_DAY, min: 1, max: 31, also: /^(?:\?|l)$/ },
  { name: 'month', min: 1, max: 12, names: MONTHS },
  { name: WEEKDAY, min: 0, max: 7, names: WEEKDAYS, also: /^(?:\?|[0-7]l|[0-7]#[1-5])$/ },
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
function problemOfPart(part: string, typed: string, { min, max, also }: FieldRules): string | undefined {
  if (also?.test(part)) return undefined
  const match = /^(?:\*|(\d{1,3})(?:-(\d{1,3}))?)(?:\/(\d{1,3}))?$/.exec(part)
  if (match === null) return `“${typed}” is no value, range or step`
  const [, from, to, step] = match
  const values = [from, to].filter((value) => value !== undefined).map(Number)
  const outside = values.find((value) => value < min || value > max)
  if (outside !== undefined) return `${outside} is not from ${min} to ${max}`
  if (Number(from) > Number(to)) {
    const [first, last] = typed.split(/[-/]/)
    return `${first} is after ${last}`
  }
  return step !== undefined && Number(step) === 0 ? 'a step must be 1 or more' : undefined
}

function problemOfField(typed: string, rules: FieldRules): string | undefined {
  const field = typed.toLowerCase()
  const typedParts = typed.split(',')
  const parts = withNumbers(field, rules).split(',')
  const problem =
    parts.length > 1 && field.includes('#')
      ? '# cannot stand in a list'
      : parts
          .map((part, index) => problemOfPart(part, typedParts[index] ?? part, rules))
          .find((one) => one !== undefined)
  return problem === undefined ? undefined : `In the ${rules.name}, ${problem}.`
}

/** What one part stands for: 5L and the like for themselves, of weekdays 7 for 0. */
function valuesOfPart(part: string, { min, max, name }: FieldRules): readonly (number | string)[] {
  if (/[l#]/.test(part)) return [part.toUpperCase()]
  const [range = '', step = '1'] = part.replace(/^[*?]/, `${min}-${max}`).split('/')
  const [from = min, to = part.includes('/') ? max : from] = range.split('-').map(Number)
  const count = Math.floor((to - from) / Number(step)) + 1
  const values = Array.from({ length: count }, (_, index) => from + index * Number(step))
  return name === WEEKDAY ? values.map((value) => value % 7) : values
}

/** Whether words such as "every 20 minutes" tell all of a step, which begins anew with each hour, day or year. */
function isEven(part: string, count: number, { min, max, name }: FieldRules): boolean {
  const [, from, to, step = 1] = /^(\d+|\*)(?:-(\d+))?\/(\d+)$/.exec(part) ?? []
  if (name === WEEKDAY || count < 2) return false
  if (to !== undefined || name === MONTH_DAY) return count > 2
  return (max + 1 - min) % Number(step) === 0 && (from === '*' || Number(from) - min < Number(step))
}

/** The same values for people: a step that is not even is a list, and what a list has twice it has once. */
function spokenField(field: string, rules: FieldRules): string {
  const parts = withNumbers(field, rules).split(',')
  const lists = parts.map((part) => valuesOfPart(part, rules))
  const values = new Set(lists.flat())
  if (parts.some((part) => part === '*' || part === '*/1')) return '*'
  const isOverlapping = lists.flat().length > values.size
  const isStepped = parts.some((part) => part.includes('/'))
  const [part = ''] = parts
  const isEvenStep = parts.length === 1 && isEven(part, values.size, rules)
  if (!isOverlapping && (!isStepped || isEvenStep)) return field.toUpperCase()
  if (valuesOfPart('*', rules).every((value) => values.has(value))) return '*'
  return [...values].sort((a, b) => Number(a) - Number(b)).join(',')
}

const beginsWithStar = (field: string): boolean => /^[*?]/.test(field)

/** Each value once: cron-parser refuses a list in which one occurs again, as crontab(5) allows. */
function plainField(field: string, rules: FieldRules): string {
  const values = new Set(
    withNumbers(field, rules)
      .split(',')
      .flatMap((part) => valuesOfPart(part, rules)),
  )
  const isAll = valuesOfPart('*', rules).every((value) => values.has(value))
  return isAll && beginsWithStar(field) ? '*' : [...values].join(',')
}

export interface Parsed {
  /** Capitals, one space between fields; of a nickname the five fields that it stands for. */
  readonly expression: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  /** The same for cronstrue. */
  readonly spoken: string
  /** The same for cron-parser. */
  readonly plain: string
  /** Which days of those count; absent where all do. */
  readonly onlyOn?: string
}
export type Problem = string

/** On which days of the month 1#2 or 5L can fall: nobody has to look at the others. */
function possibleDays(days: readonly string[], weekday: string): readonly string[] {
  const nth = /#(\d)$/.exec(weekday)?.[1]
  if (nth !== undefined) return days.filter((day) => day === 'L' || Math.ceil(Number(day) / 7) === Number(nth))
  const isLast = weekday.split(',').every((part) => part.endsWith('L'))
  return isLast ? days.filter((day) => day === 'L' || Number(day) >= 22) : days
}

/** Either day is enough where none begins with a star, so that a list of all days of one leaves nothing to the other. */
function spokenFields(values: readonly string[], rules: readonly FieldRules[], isStarred: boolean): string {
  const spoken = rules.map((rule, index) => spokenField(values[index] ?? '', rule))
  const isEveryDay = !isStarred && [spoken.at(-3), spoken.at(-1)].includes('*')
  return (isEveryDay ? [...spoken.slice(0, -3), '*', spoken.at(-2), '*'] : spoken).join(' ')
}

const NEVER = '0 0 30 2 *'

/** Of two day fields cron-parser takes either; vixie cron takes both where one begins with a star. */
function withDays(plain: readonly string[], isStarred: boolean): Pick<Parsed, 'plain' | 'onlyOn'> {
  const [monthDay = '*', month, weekday = '*'] = plain.slice(-3)
  if (!isStarred || monthDay === '*' || weekday === '*') return { plain: plain.join(' ') }
  const days = possibleDays(monthDay.split(','), weekday).join(',')
  return {
    plain: days === '' ? NEVER : [...plain.slice(0, -3), days, month, '*'].join(' '),
    onlyOn: `* * * * ${weekday}`,
  }
}

/** `offersSeconds` is about the words of a refusal alone: six fields are read either way. */
export function parseExpression(given: string, { offersSeconds = true } = {}): Parsed | Problem {
  const text = given.trim().toLowerCase().replace(/\s+/g, ' ')
  if (text === AT_START) return { expression: AT_START, fields: [], spoken: AT_START, plain: '' }
  const expression = NICKNAMES.get(text) ?? text
  if (expression.startsWith('@')) return `There is no ${expression.slice(0, 40)}.`
  const values = expression.split(' ')
  const typed = expression === text ? given.trim().split(/\s+/) : values
  const rules = values.length === 6 ? [SECOND, ...FIVE] : FIVE
  if (values.length !== rules.length)
    return `It must have 5 fields${offersSeconds ? ', or 6 with seconds in front' : ''}, not ${values.length}.`
  for (const [index, rule] of rules.entries()) {
    const problem = problemOfField(typed[index] ?? '', rule)
    if (problem !== undefined) return problem
  }
  const isStarred = [values.at(-3), values.at(-1)].some((days) => beginsWithStar(days ?? ''))
  return {
    expression: expression.toUpperCase(),
    fields: rules.map(({ name }, index) => ({ name, value: values[index] ?? '' })),
    spoken: spokenFields(values, rules, isStarred),
    ...withDays(
      rules.map((rule, index) => plainField(values[index] ?? '', rule)),
      isStarred,
    ),
  }
}

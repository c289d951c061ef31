import type { JsonObject } from '#src/sdk/index.ts'
import { equals, NUMBER, type Question, toValue } from './question.ts'

type Groups = Readonly<Record<string, string>>
interface Phrase {
  readonly pattern: RegExp
  readonly ask: (groups: Groups) => Question | undefined
}

const PERCENT = String.raw`\s*(?:%|per ?cent|pct\.?)`
const DATE = String.raw`\d{4}-\d{2}-\d{2}`
const UNITS = 'business days|working days|workdays|days?|weeks?|months?|years?'

/** Without regard to case; X, Y, DATE and UNIT stand for what they say. */
const pattern = (source: string): RegExp =>
  new RegExp(
    `^${source
      .replace('PCT', PERCENT)
      .replace('<x>', `(?<x>${NUMBER})`)
      .replace('<y>', `(?<y>${NUMBER})`)
      .replace('<date>', `(?<date>${DATE})`)
      .replace('<end>', `(?<end>${DATE})`)
      .replace('<unit>', `(?<unit>${UNITS})`)}$`,
    'i',
  )

const percent =
  (mode: string) =>
  ({ x = '', y = '' }: Groups): Question => ({
    slug: 'percentage-calculator',
    input: { mode, x: toValue(x), y: toValue(y) },
    text: ({ equation }) => String(equation).split(/ [=≈] /)[0] ?? '',
    show: ({ value }) => `${equals(value)}${mode === 'change' || mode === 'what-percent' ? ' %' : ''}`,
  })

function unitOfDates(text: string): string {
  const word = text.toLowerCase()
  if (/^(business|working|work)/.test(word)) return 'business-days'
  return word.endsWith('s') ? word : `${word}s`
}

const shiftDate =
  (direction: (sign: string | undefined) => 1 | -1) =>
  ({ date = '', x = '', unit = '', sign }: Groups): Question => {
    const amount = direction(sign) * toValue(x)
    const shownUnit = unitOfDates(unit).replace('-', ' ')
    return {
      slug: 'date-add',
      input: { date, amount, unit: unitOfDates(unit) },
      text: () => `${date} ${amount < 0 ? '−' : '+'} ${Math.abs(amount)} ${shownUnit}`,
      show: (outputs) => `= ${String(outputs.date)}, ${String(outputs.weekday)}`,
    }
  }

const countDays = ({ date = '', end = '' }: Groups): Question => ({
  slug: 'date-difference',
  input: { start: date, end },
  text: () => `${date} to ${end}`,
  show: ({ totalDays, span }) => `= ${Number(totalDays).toLocaleString('en')} days (${String(span)})`,
})

const BASES: Readonly<Record<string, number>> = {
  binary: 2,
  bin: 2,
  octal: 8,
  oct: 8,
  decimal: 10,
  dec: 10,
  hex: 16,
  hexadecimal: 16,
}
const BASE = Object.keys(BASES)
  .sort((a, b) => b.length - a.length)
  .join('|')
const PREFIXES: Readonly<Record<string, number>> = { '0x': 16, '0b': 2, '0o': 8 }

function changeBase({ number = '', base, to = '' }: Groups): Question | undefined {
  const prefix = number.slice(0, 2).toLowerCase()
  const fromBase = base === undefined ? (PREFIXES[prefix] ?? 10) : (BASES[base.toLowerCase()] ?? 10)
  const value = Object.hasOwn(PREFIXES, prefix) ? number.slice(2) : number
  const toBase = BASES[to.toLowerCase()]
  if (toBase === undefined) return undefined
  return {
    slug: 'number-base-converter',
    input: { value, fromBase, toBase },
    text: () => `${value} (base ${fromBase})`,
    show: ({ result }) => `= ${String(result)} (base ${toBase})`,
  }
}

const one = (
  slug: string,
  text: (groups: Groups) => string,
  input: (groups: Groups) => JsonObject,
  output: string,
) => ({
  ask: (groups: Groups): Question => ({
    slug,
    input: input(groups),
    text: () => text(groups),
    show: (outputs) => equals(outputs[output]),
  }),
})

/** The first that fits is the one that is meant. */
export const PHRASES: readonly Phrase[] = [
  { pattern: pattern('<x>PCT of <y>'), ask: percent('percent-of') },
  { pattern: pattern('<x>PCT off(?: of)? <y>'), ask: percent('decrease') },
  { pattern: pattern(String.raw`<y>\s*(?:\+|plus)\s*<x>PCT`), ask: percent('increase') },
  { pattern: pattern(String.raw`<y>\s*(?:-|−|minus)\s*<x>PCT`), ask: percent('decrease') },
  { pattern: pattern('<x> (?:is|as) (?:what|a) ?(?:PCT|percentage) of <y>'), ask: percent('what-percent') },
  { pattern: pattern('(?:what )?PCT is <x> of <y>'), ask: percent('what-percent') },
  { pattern: pattern('<x> (?:out of|of) <y> (?:in|as)(?: a)? ?(?:PCT|percentage)'), ask: percent('what-percent') },
  { pattern: pattern('(?:percentage|percent|%) change from <x> to <y>'), ask: percent('change') },
  { pattern: pattern('from <x> to <y> (?:in|as)(?: a)? ?(?:PCT|percentage)'), ask: percent('change') },
  {
    pattern: pattern('<x>PCT tip (?:on|for|of) <y>'),
    ...one(
      'tip-calculator',
      ({ x, y }) => `${y} with a tip of ${x} %`,
      ({ x = '', y = '' }) => ({ bill: toValue(y), tipPercent: toValue(x) }),
      'total',
    ),
  },
  {
    pattern: pattern(String.raw`<date>\s*(?<sign>\+|plus|-|−|minus)\s*<x> ?<unit>`),
    ask: shiftDate((sign) => (/^[-−m]/i.test(sign ?? '') ? -1 : 1)),
  },
  { pattern: pattern('<x> <unit> (?:after|from|since) <date>'), ask: shiftDate(() => 1) },
  { pattern: pattern('<x> <unit> before <date>'), ask: shiftDate(() => -1) },
  { pattern: pattern('(?:how many )?days (?:between|from) <date> (?:and|to|until) <end>'), ask: countDays },
  { pattern: pattern('<date> (?:to|until) <end>'), ask: countDays },
  { pattern: pattern(String.raw`<end>\s*[-−]\s*<date>`), ask: countDays },
  {
    pattern: pattern(
      `(?:(?<base>${BASE}) )?(?<number>0[xbo][0-9a-f]{1,64}|[0-9a-f]{1,64}) (?:in|to|as) (?<to>${BASE})`,
    ),
    ask: changeBase,
  },
  {
    pattern: pattern(`(?<number>[0-9a-f]{1,64}) (?<base>${BASE}) (?:in|to|as) (?<to>${BASE})`),
    ask: changeBase,
  },
  {
    pattern: pattern(String.raw`(?<n>\d{1,4}) (?:in|to|as) roman(?: numerals?)?`),
    ...one(
      'roman-numeral-converter',
      ({ n = '' }) => n,
      ({ n }) => ({ arabic: Number(n) }),
      'roman',
    ),
  },
  {
    pattern: pattern('(?<n>[mdclxvi]{1,15}) (?:in|to|as) (?:numbers?|arabic|decimal)'),
    ...one(
      'roman-numeral-converter',
      ({ n = '' }) => n.toUpperCase(),
      ({ n = '' }) => ({ roman: n.toUpperCase() }),
      'arabic',
    ),
  },
  {
    pattern: pattern(
      String.raw`(?:unix |epoch )?(?:time |timestamp )?(?<n>\d{9,13}) (?:in|to|as) (?:a )?(?:date|time|iso)`,
    ),
    ...one(
      'timestamp-converter',
      ({ n = '' }) => n,
      ({ n = '' }) => ({ value: n }),
      'iso',
    ),
  },
  ...['hex', 'rgb', 'hsl', 'hwb', 'oklch', 'lab'].map((notation) => ({
    pattern: pattern(String.raw`(?<color>#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([^()]{5,40}\)) (?:in|to|as) ${notation}`),
    ...one(
      'color-converter',
      ({ color = '' }) => color,
      ({ color = '' }) => ({ color }),
      notation,
    ),
  })),
]

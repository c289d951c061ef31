import { type Rational, toDecimal, toNumber } from '#src/lib/rational.ts'
import type { JsonObject } from '#src/sdk/index.ts'
import { readSum } from './arithmetic.ts'
import { DAY, DAY_WORD, dayOf, FEAST, isDayWord, nextFeast } from './day-words.ts'
import { equals, NUMBER, type Question, toValue } from './question.ts'

type Groups = Readonly<Record<string, string>>
interface Phrase {
  readonly pattern: RegExp
  /** `today` is where somebody asks, as YYYY-MM-DD. */
  readonly ask: (groups: Groups, today: string) => Question | undefined
}

const PERCENT = String.raw`\s*(?:%|per ?cent|pct\.?)`
const UNITS = 'business days|working days|workdays|days?|weeks?|months?|years?'

/** Without regard to case; X, Y, DATE and UNIT stand for what they say. */
const pattern = (source: string): RegExp =>
  new RegExp(
    `^${source
      .replace('PCT', PERCENT)
      .replace('<x>', `(?<x>${NUMBER})`)
      .replace('<y>', `(?<y>${NUMBER})`)
      .replace('<date>', `(?<date>${DAY})`)
      .replace('<end>', `(?<end>${DAY})`)
      .replace('<word>', `(?<date>${DAY_WORD})`)
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
  ({ date: word = 'today', x = '', unit = '', sign }: Groups, today: string): Question => {
    const date = dayOf(word, today)
    const amount = direction(sign) * toValue(x)
    const shownUnit = unitOfDates(unit).replace('-', ' ')
    return {
      slug: 'date-add',
      input: { date, amount, unit: unitOfDates(unit) },
      text: () => `${date} ${amount < 0 ? '−' : '+'} ${Math.abs(amount)} ${shownUnit}`,
      show: (outputs) => `= ${String(outputs.date)}, ${String(outputs.weekday)}`,
      isOfToday: isDayWord(word),
    }
  }

function daysText(totalDays: number, span: string): string {
  const days = `${totalDays.toLocaleString('en')} ${Math.abs(totalDays) === 1 ? 'day' : 'days'}`
  return span === days ? `= ${days}` : `= ${days} (${span})`
}

const countDays = ({ date = 'today', end = 'today' }: Groups, today: string): Question => {
  const [first, last] = [dayOf(date, today), dayOf(end, today)]
  return {
    slug: 'date-difference',
    input: { start: first, end: last },
    text: () => `${first} to ${last}`,
    show: ({ totalDays, span }) => daysText(Number(totalDays), String(span)),
    isOfToday: isDayWord(date) || isDayWord(end),
  }
}

const countToFeast = ({ feast = '' }: Groups, today: string): Question => ({
  ...countDays({ end: nextFeast(feast, today) }, today),
  isOfToday: true,
})

const describeDay = ({ date: word = 'today' }: Groups, today: string): Question => {
  const date = dayOf(word, today)
  return {
    slug: 'date-info',
    input: { date },
    text: () => word.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
    show: ({ weekday, week }) => `= ${date}, ${String(weekday)} (week ${String(week)})`,
    isOfToday: isDayWord(word),
  }
}

const MOST_SHOWN = 24
const exactly = new Intl.NumberFormat('en', { maximumFractionDigits: MOST_SHOWN })

/** All digits, where they are few enough to be read. */
function shown(value: Rational): string {
  const decimal = toDecimal(value)
  return decimal === undefined || decimal.length > MOST_SHOWN
    ? equals(toNumber(value))
    : `= ${exactly.format(decimal as Intl.StringNumericLiteral)}`
}

function calculate({ sum = '' }: Groups): Question | undefined {
  const read = readSum(sum)
  if (read === undefined) return undefined
  return {
    slug: 'expression-evaluator',
    input: { expression: read.expression },
    text: () => read.expression,
    // What the evaluator itself would say, as arithmetic.test.ts holds it to.
    show: () => shown(read.value),
    isKnown: true,
  }
}

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

const HEX_COLOR = '#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})'
const COLOR = String.raw`${HEX_COLOR}|(?:rgb|hsl)a?\([^()]{5,40}\)`

const colour = (notation: string) =>
  one(
    'color-converter',
    ({ color = '' }) => color,
    ({ color = '' }) => ({ color }),
    notation,
  )

const HASHED = 'crc-?32|md5|sha-?(?:1|224|256|384|512)|sha3-?(?:224|256|384|512)|ripemd-?160'
/** What people call what they want to hash, and not the text itself. */
const SOMETHING = /^(?:an? |the |my )?(?:file|folder|image|message|password|string|text|word)s?$/i

function hash({ algorithm = '', text: typed = '' }: Groups): Question | undefined {
  if (SOMETHING.test(typed)) return undefined
  const text = /^(["'“])(.+)["'”]$/.exec(typed)?.[2] ?? typed
  const name = algorithm.toLowerCase().replace('-', '')
  return {
    slug: 'hash-generator',
    input: { text, algorithm: name.replace(/^sha3/, 'sha3-') },
    text: () => `${algorithm.toUpperCase()} of “${text}”`,
    show: ({ hex }) => `= ${String(hex)}`,
  }
}

const makeUuid = ({ version = '4' }: Groups): Question => ({
  slug: 'uuid-generator',
  input: { version },
  text: () => `A new UUID, version ${version}`,
  show: ({ uuid }) => String(uuid),
})

const tellTime = ({ place = '' }: Groups): Question => {
  const there = (times: unknown) => (times as readonly { zone: string; weekday: string }[]).at(-1)
  return {
    slug: 'timezone-converter',
    input: { datetime: 'now', zones: [place] },
    text: ({ times }) => `Time in ${there(times)?.zone}`,
    show: ({ local, offset, times }) => {
      const [date = '', time = ''] = String(local).split('T')
      return `= ${time.slice(0, 5)} on ${there(times)?.weekday}, ${date} (UTC${String(offset)})`
    },
  }
}

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
  { pattern: pattern('in <x> <unit>'), ask: shiftDate(() => 1) },
  { pattern: pattern('<x> <unit> ago'), ask: shiftDate(() => -1) },
  { pattern: pattern('(?:how many )?days (?:until|till|to|before) <end>'), ask: countDays },
  { pattern: pattern(`(?:how many )?days (?:until|till|to|before) (?<feast>${FEAST})`), ask: countToFeast },
  { pattern: pattern('(?:how many )?days since <date>'), ask: countDays },
  {
    pattern: pattern("(?:(?:what )?(?:day|date|weekday) (?:is|was) )?<word>(?:['’]s date)?"),
    ask: describeDay,
  },
  { pattern: pattern('(?:what )?(?:day|weekday) (?:is|was) <date>'), ask: describeDay },
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
    pattern: pattern(`(?<color>${COLOR}) (?:in|to|as) ${notation}`),
    ...colour(notation),
  })),
  { pattern: pattern(`(?<color>${HEX_COLOR})`), ...colour('rgb') },
  { pattern: pattern(`(?<color>${COLOR})`), ...colour('hex') },
  { pattern: pattern(`(?<algorithm>${HASHED})(?: hash)? of (?<text>.+)`), ask: hash },
  { pattern: pattern('(?:(?:a |new |random |generate )*)(?:uuid|guid) ?v?(?<version>[147])?'), ask: makeUuid },
  {
    pattern: pattern(
      "(?:(?:what )?time is it|(?:the )?(?:current |local )?time)(?: now)? in (?<place>[a-z][a-z .'/_-]+?)(?: now)?",
    ),
    ask: tellTime,
  },
  { pattern: pattern('(?<sum>.+)'), ask: calculate },
]

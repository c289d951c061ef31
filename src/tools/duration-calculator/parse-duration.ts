import { add, divide, multiply, parseDecimal, type Rational, rational, subtract } from '#src/lib/rational.ts'

export const BARE_UNITS = ['hours', 'minutes', 'seconds'] as const
export type BareUnit = (typeof BARE_UNITS)[number]

const SECONDS: Readonly<Record<string, bigint>> = { w: 604_800n, d: 86_400n, h: 3600n, m: 60n, s: 1n }
const BARE_SECONDS: Readonly<Record<BareUnit, bigint>> = { hours: 3600n, minutes: 60n, seconds: 1n }
const MILLISECOND = rational(1n, 1000n)

const NUMBER = /^\d{1,12}(?:\.\d{1,12})?$/
const CLOCK = /^\d{1,9}:\d{1,2}(?::\d{1,2}(?:\.\d{1,9})?|:\d{1,2}:\d{1,2}(?:\.\d{1,9})?)?$/
const ISO = /^P(?:[\d.]+W)?(?:[\d.]+D)?(?:T(?:[\d.]+H)?(?:[\d.]+M)?(?:[\d.]+S)?)?$/i
const PART = /^(\d{1,12}(?:\.\d{1,12})?)\s*([a-z]+)\s*(?:and\s+)?/i

const UNIT_NAMES: Readonly<Record<string, readonly string[]>> = {
  w: ['w', 'wk', 'wks', 'week', 'weeks'],
  d: ['d', 'day', 'days'],
  h: ['h', 'hr', 'hrs', 'hour', 'hours'],
  m: ['m', 'min', 'mins', 'minute', 'minutes'],
  s: ['s', 'sec', 'secs', 'second', 'seconds'],
}
const UNIT_OF = new Map(
  Object.entries(UNIT_NAMES).flatMap(([unit, names]) => names.map((name) => [name, unit] as const)),
)

const zero = rational(0n)

/** "1:30" is an hour and a half, "1:30:15" has seconds, "2:01:30:15" days in front. */
function fromClock(text: string): Rational | undefined {
  if (!CLOCK.test(text)) return undefined
  const parts = text.split(':')
  const [days = '0', hours = '0', minutes = '0', seconds = '0'] =
    parts.length === 4 ? parts : ['0', parts[0] ?? '0', parts[1] ?? '0', parts[2] ?? '0']
  const isTooMuch = Number(minutes) >= 60 || Number(seconds) >= 60 || (parts.length === 4 && Number(hours) >= 24)
  if (isTooMuch) return undefined
  const whole = BigInt(days) * 86_400n + BigInt(hours) * 3600n + BigInt(minutes) * 60n
  return add(rational(whole), parseDecimal(seconds))
}

/** "1h 30m", "90 min", "1.5 hours", "PT1H30M". */
function fromUnits(text: string): Rational | undefined {
  const isIso = ISO.test(text)
  let rest = isIso ? text.slice(1).replace(/t/i, '') : text
  let total = zero
  while (rest !== '') {
    const [whole = '', amount = '', name = ''] = PART.exec(rest) ?? []
    const seconds = SECONDS[UNIT_OF.get(name.toLowerCase()) ?? '']
    if (whole === '' || seconds === undefined) return undefined
    total = add(total, multiply(parseDecimal(amount), rational(seconds)))
    rest = rest.slice(whole.length).trimStart()
  }
  return text === '' || (isIso && /[pt]$/i.test(text)) ? undefined : total
}

/** Seconds of a duration as people write it; undefined for other text. */
export function parseDuration(text: string, bare: BareUnit): Rational | undefined {
  const isNegative = /^[-−]/.test(text)
  const plain = text.replace(/^[-+−]\s*/, '')
  const size = NUMBER.test(plain)
    ? multiply(parseDecimal(plain), rational(BARE_SECONDS[bare]))
    : (fromClock(plain) ?? fromUnits(plain))
  return size && isNegative ? subtract(zero, size) : size
}

/** Whole units of a duration, rounded to milliseconds. */
export interface ClockParts {
  readonly isNegative: boolean
  readonly hours: bigint
  readonly minutes: bigint
  /** With up to three decimals. */
  readonly seconds: string
}

export function clockParts(seconds: Rational): ClockParts {
  const exact = divide(seconds, MILLISECOND)
  const isNegative = exact.numerator < 0n
  const size = isNegative ? -exact.numerator : exact.numerator
  const milliseconds = (2n * size + exact.denominator) / (2n * exact.denominator)
  const rest = milliseconds % 60_000n
  const decimals = String(rest % 1000n)
    .padStart(3, '0')
    .replace(/0+$/, '')
  return {
    isNegative: isNegative && milliseconds > 0n,
    hours: milliseconds / 3_600_000n,
    minutes: (milliseconds / 60_000n) % 60n,
    seconds: `${rest / 1000n}${decimals === '' ? '' : `.${decimals}`}`,
  }
}

import { add, multiply, negate, parseDecimal, type Rational, rational } from '#src/lib/rational.ts'
import { ToolError } from '#src/sdk/index.ts'

const SECONDS = { w: 604_800n, d: 86_400n, h: 3600n, m: 60n, s: 1n } as const
type DurationUnit = keyof typeof SECONDS

const NUMBER = String.raw`\d{1,15}(?:[.,]\d{1,15})?`
const CLOCK = /^(\d{1,15})([:.])([0-5]?\d)(?:\2([0-5]?\d)(?:[.,](\d{1,15}))?)?$/
const ISO = new RegExp(
  `^p(?:(?<w>${NUMBER})w)?(?:(?<d>${NUMBER})d)?(?:t(?=\\d)(?:(?<h>${NUMBER})h)?(?:(?<m>${NUMBER})m)?(?:(?<s>${NUMBER})s)?)?$`,
)
const WORDS = new RegExp(
  `^(?:(?<w>${NUMBER})w(?:eeks?)?)?(?:(?<d>${NUMBER})d(?:ays?)?)?(?:(?<h>${NUMBER})h(?:(?:ou)?rs?)?)?(?:(?<m>${NUMBER})m(?:in(?:ute)?s?)?)?(?:(?<s>${NUMBER})s(?:ec(?:ond)?s?)?)?$`,
)

const refused = (problem: string) => new ToolError(`Time ${problem}`, { field: 'hms' })

const part = (text: string | undefined, unit: DurationUnit): Rational =>
  multiply(parseDecimal((text ?? '0').replace(',', '.')), rational(SECONDS[unit]))

/** "1:30:00" and "1:30" begin with hours; a point may stand for the colon where there are two of them. */
function fromClock(text: string): Rational | undefined {
  const [, hours, separator, minutes, seconds, fraction = '0'] = CLOCK.exec(text) ?? []
  if (hours === undefined || (separator === '.' && seconds === undefined)) return undefined
  return [part(hours, 'h'), part(minutes, 'm'), part(`${seconds ?? 0}.${fraction}`, 's')].reduce(add)
}

function fromUnits(groups: Readonly<Record<string, string | undefined>>): Rational | undefined {
  const units = Object.keys(SECONDS) as DurationUnit[]
  const given = units.filter((unit) => groups[unit] !== undefined)
  return given.length === 0 ? undefined : given.map((unit) => part(groups[unit], unit)).reduce(add)
}

/** Seconds of "1:30:00", "P1DT2H" or "1h 30min". Throws ToolError at the field "hms". */
export function readDuration(given: string): Rational {
  const text = given.trim().toLowerCase().replace('−', '-')
  const bare = text.replace(/^[-+]/, '')
  const compact = bare.replace(/\s+|,\s+|\band\b/g, '')
  if (/^p.*\dy|^p[^t]*\dm/.test(compact)) throw refused('must have no years or months: they have no fixed length')
  const groups = (ISO.exec(compact) ?? WORDS.exec(compact))?.groups
  const seconds = fromClock(bare) ?? (groups && fromUnits(groups))
  if (seconds === undefined) throw refused('must be hours:minutes:seconds, such as 1:30:00, or PT1H30M, or 1h 30min')
  return text.startsWith('-') ? negate(seconds) : seconds
}

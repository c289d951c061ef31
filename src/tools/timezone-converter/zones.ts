import { ToolError } from '#src/sdk/index.ts'

/** What people call zones that the IANA list names otherwise, in lower case. */
const ALIASES = new Map(
  Object.entries({
    z: 'UTC',
    gmt: 'UTC',
    zulu: 'UTC',
    eastern: 'America/New_York',
    central: 'America/Chicago',
    mountain: 'America/Denver',
    pacific: 'America/Los_Angeles',
    'san francisco': 'America/Los_Angeles',
    washington: 'America/New_York',
    boston: 'America/New_York',
    beijing: 'Asia/Shanghai',
    delhi: 'Asia/Kolkata',
    mumbai: 'Asia/Kolkata',
    'tel aviv': 'Asia/Jerusalem',
    'rio de janeiro': 'America/Sao_Paulo',
    geneva: 'Europe/Zurich',
    munich: 'Europe/Berlin',
    frankfurt: 'Europe/Berlin',
  }),
)

const REGIONS = ['Europe', 'America', 'Asia', 'Africa', 'Australia', 'Pacific', 'Atlantic', 'Indian']

const spoken = (zone: string): string => zone.toLowerCase().replaceAll('_', ' ')
const cityOf = (zone: string): string => spoken(zone.slice(zone.lastIndexOf('/') + 1))

function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The list of the runtime has some cities by former names only ("Calcutta"), but knows the present ones. */
function newerName(city: string): string | undefined {
  const title = city.replace(/(^| )\w/g, (start) => start.toUpperCase()).replaceAll(' ', '_')
  return /^[a-z _]+$/.test(city) ? REGIONS.map((region) => `${region}/${title}`).find(isKnown) : undefined
}

/** The IANA name for "Europe/Berlin", "berlin" or "UTC"; the field is named in the refusal. */
export function toZone(given: string, field: string): string {
  const name = spoken(given.trim())
  const alias = ALIASES.get(name)
  if (alias !== undefined) return alias
  if (isKnown(given.trim())) return given.trim()
  const zone = Intl.supportedValuesOf('timeZone').find((one) => cityOf(one) === name) ?? newerName(name)
  if (zone !== undefined) return zone
  throw new ToolError(`“${given.slice(0, 40)}” must be a time zone such as Europe/Berlin, a large city or UTC`, {
    field,
  })
}

export interface LocalTime {
  /** The local time as if it were UTC, in milliseconds since 1970. */
  readonly local: number
  /** Milliseconds east of UTC. */
  readonly offset: number
  /** Such as "CET" or "GMT+2", as far as English has one. */
  readonly abbreviation: string
}

const FORMAT = {
  calendar: 'gregory',
  era: 'short',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const

const formats = new Map<string, Intl.DateTimeFormat>()
const MOST_FORMATS = 500

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', { ...FORMAT, timeZone: zone })
  if (formats.size >= MOST_FORMATS) formats.clear()
  formats.set(zone, format)
  return format
}

/** What clocks in the zone show at an instant (milliseconds since 1970). */
export function localTime(zone: string, instant: number): LocalTime {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const year = parts.era === 'BC' || parts.era === 'B' ? 1 - Number(parts.year) : Number(parts.year)
  const wholeSecond = new Date(0)
  wholeSecond.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day))
  wholeSecond.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second))
  const local = wholeSecond.getTime() + (((instant % 1000) + 1000) % 1000)
  return { local, offset: local - instant, abbreviation: parts.timeZoneName ?? '' }
}

export type Occurrence = 'once' | 'twice' | 'never'

const DAY = 86_400_000

/**
 * The instant at which clocks in the zone show `local`. Where clocks are put back it is the first of two;
 * where they are put forward, the offset before the gap counts (RFC 5545, section 3.3.5).
 */
export function instantOf(zone: string, local: number): { instant: number; occurrence: Occurrence } {
  const before = localTime(zone, local - DAY).offset
  const after = localTime(zone, local + DAY).offset
  const [first, second] = [...new Set([before, after])]
    .map((offset) => local - offset)
    .filter((instant) => localTime(zone, instant).local === local)
    .sort((a, b) => a - b)
  if (first === undefined) return { instant: local - before, occurrence: 'never' }
  return { instant: first, occurrence: second === undefined ? 'once' : 'twice' }
}

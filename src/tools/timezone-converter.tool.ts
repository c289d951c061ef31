import { epochSeconds, parseIsoDateTime, type WrittenDateTime } from '#src/lib/date-time-text.ts'
import { weekdayName } from '#src/lib/dates.ts'
import { defineTool, list, string, ToolError, table, text } from '#src/sdk/index.ts'
import { instantOf, localTime, type Occurrence, toZone } from './timezone-converter/zones.ts'

const MOST_ZONES = 50
const DAY = 86_400_000
const USUAL_ZONES = [
  'America/Los_Angeles',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
]
const NOTES: Readonly<Record<Occurrence, string>> = {
  once: 'This time exists once.',
  twice: 'Clocks are put back: this time happens twice, and the first one is taken.',
  never: 'Clocks are put forward over this time: the offset before the change is taken.',
}

/** "+05:30"; seconds only where a zone had them. */
function offsetText(offset: number): string {
  const [hours, minutes, seconds] = [3_600_000, 60_000, 1000].map((unit, index) =>
    String(Math.floor(Math.abs(offset) / unit) % (index === 0 ? 24 : 60)).padStart(2, '0'),
  )
  return `${offset < 0 ? '-' : '+'}${hours}:${minutes}${seconds === '00' ? '' : `:${seconds}`}`
}

/** Without the fraction where it is 0. */
const isoText = (time: number): string => new Date(time).toISOString().slice(0, -1).replace('.000', '')

function refuseOutOfYears(time: number): void {
  const year = new Date(time).getUTCFullYear()
  if (!(year >= 1 && year <= 9998))
    throw new ToolError('Date and time must lie in the years 1 to 9998', { field: 'datetime' })
}

function read(datetime: string, now: Date): WrittenDateTime | number {
  if (datetime.trim().toLowerCase() === 'now') return now.getTime()
  const written = parseIsoDateTime(datetime.trim())
  if (written !== undefined && written.second < 60) return written
  throw new ToolError('Date and time must be written like 2026-07-01 15:30, exist and be no leap second', {
    field: 'datetime',
  })
}

/** The zone of the field counts only where the text has no offset. */
function resolve(written: WrittenDateTime | number, zone: string): { instant: number; occurrence: Occurrence } {
  if (typeof written === 'number') return { instant: written, occurrence: 'once' }
  const time = epochSeconds(written) * 1000 + Math.floor(written.fraction / 1_000_000)
  refuseOutOfYears(time)
  return written.offset === undefined ? instantOf(zone, time) : { instant: time, occurrence: 'once' }
}

function inZone(zone: string, instant: number, homeDay: number) {
  const { local, offset, abbreviation } = localTime(zone, instant)
  const day = Math.floor(local / DAY)
  return {
    zone,
    local: isoText(local),
    weekday: weekdayName(day),
    offset: offsetText(offset),
    abbreviation,
    dayChange: day - homeDay,
  }
}

export const timezoneConverter = defineTool({
  slug: 'timezone-converter',
  title: 'Time Zone Converter',
  description: 'Tells what time it is elsewhere at a given local time, with the daylight saving rules of each zone.',
  category: 'converter',
  tags: ['time', 'timezone', 'meeting'],
  keywords: [
    'time zones',
    'world clock',
    'what time is it in',
    'utc to local time',
    'est to gmt',
    'pst to cet',
    'meeting planner',
    'daylight saving',
    'summer time',
    'iana',
    'offset',
  ],
  input: [
    string('datetime', {
      label: 'Date and time',
      help: 'ISO 8601, such as 2026-07-01 15:30, or “now”. With an offset (+02:00, Z) the zone beside it is not needed.',
      placeholder: '2026-07-01 15:30',
      required: true,
      maxLength: 60,
    }),
    string('from', {
      label: 'Time zone',
      help: 'A name of the IANA database, or a large city.',
      default: 'UTC',
      maxLength: 60,
    }),
    list('zones', { label: 'Convert to', help: 'One zone or city a line.', default: USUAL_ZONES }),
  ],
  output: {
    utc: text('UTC', { format: 'code', primary: true }),
    times: table('Local times', {
      columns: [
        { name: 'zone', label: 'Zone' },
        { name: 'local', label: 'Local time' },
        { name: 'weekday', label: 'Day' },
        { name: 'offset', label: 'Offset' },
        { name: 'abbreviation', label: 'Name' },
        { name: 'dayChange', label: 'Days off', type: 'number' },
      ],
    }),
    local: text('In the first zone', { format: 'code' }),
    offset: text('Its offset'),
    note: text('Note'),
  },
  needs: ['clock'],
  run: ({ datetime, from, zones }, { now }) => {
    if (zones.length > MOST_ZONES)
      throw new ToolError(`Convert to: at most ${MOST_ZONES} zones, not ${zones.length}`, { field: 'zones' })
    const home = toZone(from, 'from')
    const targets = zones.map((zone) => toZone(zone, 'zones'))
    const { instant, occurrence } = resolve(read(datetime, now), home)
    const homeDay = Math.floor(localTime(home, instant).local / DAY)
    const times = [...new Set([home, ...targets])].map((zone) => inZone(zone, instant, homeDay))
    const [first] = targets.length > 0 ? [inZone(targets[0] ?? home, instant, homeDay)] : times
    return { utc: `${isoText(instant)}Z`, times, local: first?.local, offset: first?.offset, note: NOTES[occurrence] }
  },
  examples: [
    {
      title: 'New York in summer',
      input: { datetime: '1997-07-14 13:30', from: 'America/New_York' },
      output: { utc: '1997-07-14T17:30:00Z' },
      source: 'RFC 5545, section 3.3.5: July 14, 1997, at 1:30 P.M. in New York is 17:30 UTC',
    },
    {
      title: 'A time that clocks skip',
      input: { datetime: '2007-03-11 02:30', from: 'America/New_York', zones: ['America/New_York'] },
      output: { local: '2007-03-11T03:30:00', offset: '-04:00', utc: '2007-03-11T07:30:00Z' },
      source: 'RFC 5545, section 3.3.5: 20070311T023000 in New York is 3:30 A.M. EDT (UTC-04:00)',
    },
    {
      title: 'A time that comes twice',
      input: { datetime: '2007-11-04 01:30', from: 'America/New_York', zones: ['UTC'] },
      output: { local: '2007-11-04T05:30:00', utc: '2007-11-04T05:30:00Z' },
      source: 'RFC 5545, section 3.3.5: 20071104T013000 in New York is 1:30 A.M. EDT (UTC-04:00)',
    },
    {
      title: 'A time with an offset',
      input: { datetime: '1996-12-19T16:39:57-08:00', zones: ['America/Los_Angeles'] },
      output: { utc: '1996-12-20T00:39:57Z', local: '1996-12-19T16:39:57' },
      source: 'RFC 3339, section 5.8: Pacific Standard Time, equivalent to 1996-12-20T00:39:57Z',
    },
  ],
  method: {
    formula: 'UTC = local time − offset of the zone at that moment; local time elsewhere = UTC + offset there',
    rounding: 'None; fractions below a millisecond are cut off.',
    notes:
      'Offsets are those of the IANA time zone database in your browser or on the server, so future rules may change. A local time that is skipped takes the offset before the change, one that comes twice is the first (RFC 5545).',
  },
  sources: [
    { title: 'IANA Time Zone Database', url: 'https://www.iana.org/time-zones' },
    { title: 'RFC 5545, section 3.3.5: Date-Time', url: 'https://www.rfc-editor.org/rfc/rfc5545#section-3.3.5' },
  ],
})

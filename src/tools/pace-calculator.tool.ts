import {
  compare,
  divide,
  fromNumber,
  multiply,
  parseDecimal,
  type Rational,
  rational,
  toNumber,
} from '#src/lib/rational.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, number, string, ToolError, table } from '#src/sdk/index.ts'
import { parseClock, printClock } from './pace-calculator/clock.ts'

const KM_PER_MILE = parseDecimal('1.609344')
const HOUR = rational(3600n)
const RIEGEL_EXPONENT = 1.06
const MOST_SPLITS = 50
const MOST_SECONDS = 10_000_000

const RACES = [
  { race: '1500 m', km: 1.5 },
  { race: 'Mile', km: 1.609344 },
  { race: '3000 m', km: 3 },
  { race: '5 km', km: 5 },
  { race: '10 km', km: 10 },
  { race: '15 km', km: 15 },
  { race: 'Half marathon', km: 21.0975 },
  { race: 'Marathon', km: 42.195 },
  { race: '50 km', km: 50 },
  { race: '100 km', km: 100 },
] as const

/** Kilometres, seconds, seconds per kilometre. */
interface Known {
  readonly km: Rational | undefined
  readonly time: Rational | undefined
  readonly pace: Rational | undefined
}
type Result = Readonly<Record<keyof Known, Rational>>

function clockOf(field: 'time' | 'pacePerKm', text: string | undefined): Rational | undefined {
  if (text === undefined) return undefined
  const seconds = parseClock(text)
  const example = field === 'time' ? '3:30:00' : '4:15'
  if (seconds === undefined)
    throw new ToolError(`${field === 'time' ? 'Time' : 'Pace'} must be written as in ${example}`, { field })
  if (compare(seconds, rational(1n)) < 0 || compare(seconds, fromNumber(MOST_SECONDS)) > 0)
    throw new ToolError(`${field === 'time' ? 'Time' : 'Pace'} must be at least a second and below 2778 hours`, {
      field,
    })
  return seconds
}

function timeOf(time: string | undefined, timeSeconds: number | undefined): Rational | undefined {
  const written = clockOf('time', time)
  if (written === undefined) return timeSeconds === undefined ? undefined : fromNumber(timeSeconds)
  if (timeSeconds !== undefined && compare(written, fromNumber(timeSeconds)) !== 0)
    throw new ToolError('Give the time once: as hours, minutes and seconds, or in seconds', { field: 'timeSeconds' })
  return written
}

/** The third of two. */
function solve({ km, time, pace }: Known): Result {
  if (km && time && pace)
    throw new ToolError('Leave one of distance, time and pace empty: it is worked out', { field: 'pacePerKm' })
  if (km && time) return { km, time, pace: divide(time, km) }
  if (km && pace) return { km, time: multiply(km, pace), pace }
  if (time && pace) return { km: divide(time, pace), time, pace }
  const field = km ? 'timeSeconds' : 'distanceKm'
  throw new ToolError('Give two of distance, time and pace', { field })
}

/** At every kilometre, or every 2, 5, 10 … of a long way, and at the end. */
function splits({ km, pace }: Result) {
  const whole = Math.floor(toNumber(km))
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => whole / step <= MOST_SPLITS) ?? 1000
  const marks = Array.from({ length: Math.floor(whole / every) }, (_, index) => fromNumber((index + 1) * every))
  const last = marks.at(-1)
  const all = last && compare(last, km) === 0 ? marks : [...marks, km]
  return all.map((mark) => ({ km: roundTo(toNumber(mark), 4), time: printClock(multiply(mark, pace)) }))
}

function predictions({ km, time }: Result) {
  return RACES.map((race) => {
    const seconds = toNumber(time) * (race.km / toNumber(km)) ** RIEGEL_EXPONENT
    return { race: race.race, time: printClock(fromNumber(seconds)), pace: printClock(fromNumber(seconds / race.km)) }
  })
}

export const paceCalculator = defineTool({
  slug: 'pace-calculator',
  title: 'Pace Calculator',
  description: 'Works out pace, speed, finish time or distance from two of them, with splits and race predictions.',
  category: 'health',
  tags: ['running', 'race', 'speed'],
  keywords: [
    'running pace',
    'marathon pace',
    'half marathon',
    'min per km',
    'min per mile',
    'splits',
    'finish time',
    'race predictor',
    'Riegel',
    'km/h',
  ],
  notice: 'Not medical advice. Even pace by definition; the predictions are Riegel’s formula of 1981.',
  input: [
    number('distanceKm', {
      label: 'Distance',
      unit: 'km',
      step: 0.0001,
      min: 0.01,
      max: 10_000,
      presets: [5, 10, 21.0975, 42.195],
    }),
    string('time', { label: 'Time', help: 'Hours, minutes and seconds.', placeholder: '3:30:00', maxLength: 20 }),
    number('timeSeconds', {
      label: 'Time in seconds',
      help: 'In place of the time above.',
      unit: 's',
      min: 1,
      max: MOST_SECONDS,
    }),
    string('pacePerKm', {
      label: 'Pace per km',
      help: 'Minutes and seconds, or seconds alone.',
      placeholder: '4:15',
      maxLength: 20,
    }),
  ],
  output: {
    pacePerKm: badge('Pace per km', { type: 'string', primary: true }),
    finish: badge('Time', { type: 'string' }),
    pacePerMile: badge('Pace per mile', { type: 'string' }),
    speedKmh: badge('Speed in km/h', { format: 'rounded' }),
    speedMph: badge('Speed in mph', { format: 'rounded' }),
    distanceKm: badge('Distance in km'),
    splits: table('Splits', {
      columns: [
        { name: 'km', label: 'km', type: 'number' },
        { name: 'time', label: 'Time' },
      ],
    }),
    predictions: table('Other races by Riegel', {
      columns: [
        { name: 'race', label: 'Race' },
        { name: 'time', label: 'Time' },
        { name: 'pace', label: 'Pace per km' },
      ],
    }),
  },
  run: ({ distanceKm, time, timeSeconds, pacePerKm }) => {
    const result = solve({
      km: distanceKm === undefined ? undefined : fromNumber(distanceKm),
      time: timeOf(time, timeSeconds),
      pace: clockOf('pacePerKm', pacePerKm),
    })
    const speed = divide(HOUR, result.pace)
    return {
      pacePerKm: printClock(result.pace),
      finish: printClock(result.time),
      pacePerMile: printClock(multiply(result.pace, KM_PER_MILE)),
      speedKmh: roundTo(toNumber(speed), 6),
      speedMph: roundTo(toNumber(divide(speed, KM_PER_MILE)), 6),
      distanceKm: roundTo(toNumber(result.km), 6),
      splits: splits(result),
      predictions: predictions(result),
    }
  },
  examples: [
    {
      title: 'A marathon in four hours',
      input: { distanceKm: 42.195, time: '4:00:00' },
      output: { pacePerKm: '5:41', pacePerMile: '9:09', finish: '4:00:00' },
      source: 'Run Regimen, Marathon Pace Chart: 4:00:00 is 5:41 per km and 9:09 per mile',
    },
    {
      title: 'A marathon in three hours, in seconds',
      input: { distanceKm: 42.195, timeSeconds: 10_800 },
      output: { pacePerKm: '4:16', pacePerMile: '6:52', speedKmh: 14.065 },
      source:
        'Run Rank, Marathon Pace Calculator: 3:00:00 is 4:16 per km; 1000 Free Tools, Marathon Pace Chart: 6:52 per mile, 14.1 km/h',
    },
    {
      title: '5 km at 5:00',
      input: { distanceKm: 5, pacePerKm: '5:00' },
      output: { finish: '25:00', speedKmh: 12 },
      source: 'Run Rank, Marathon Pace Calculator, 5K pace table: 25:00 is 5:00 per km',
    },
    {
      title: 'How far at 6:00 in an hour',
      input: { time: '1:00:00', pacePerKm: '6:00' },
      output: { distanceKm: 10, finish: '1:00:00' },
      source: 'Run Rank, Marathon Pace Calculator, 10K pace table: 60:00 is 6:00 per km',
    },
    {
      title: 'Half a second is rounded up',
      input: { distanceKm: 42.195, pacePerKm: '5:00' },
      output: { finish: '3:30:59' },
      source: 'World Athletics, Competition Rules: a marathon is 42.195 km; × 300 s = 12,658.5 s',
    },
  ],
  method: {
    formula: 'pace = time / distance; speed = distance / time; 1 mile = 1.609344 km. Riegel: T2 = T1 × (D2 / D1)^1.06',
    rounding:
      'Computed with exact fractions. Times and paces are given to the nearest second, halves up; speeds and distance to 6 decimals.',
    notes:
      'Riegel’s formula holds for efforts of about 3.5 minutes to 4 hours and for people who trained for the longer distance. Officials round road races up to the next second; here a computed time is rounded to the nearest.',
  },
  sources: [
    { title: 'Run Regimen, Marathon Pace Chart', url: 'https://runregimen.com/blog/marathon-pace-chart' },
    { title: 'Run Rank, Marathon Pace Calculator', url: 'https://runrank.co.kr/blog/en-marathon-pace-calculator' },
    {
      title: '1000 Free Tools, Marathon Pace Calculator',
      url: 'https://1000freetools.com/calculators/marathon-pace-calculator',
    },
    { title: 'Riegel, Athletic records and human endurance, American Scientist 1981;69:285–290' },
    { title: 'World Athletics, Competition and Technical Rules' },
  ],
})

import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { paceCalculator } from './pace-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(paceCalculator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}

// Run Rank, Marathon Pace Calculator: half marathon 1:30:00 4:16, 2:00:00 5:41; marathon 5:00:00 is 7:06.6.
test.each([
  [21.0975, 5400, '4:16'],
  [21.0975, 7200, '5:41'],
  [42.195, 18_000, '7:07'],
  [10, 2400, '4:00'],
])('%d km in %d s is %s per km', (distanceKm, timeSeconds, pacePerKm) => {
  expect(run({ distanceKm, timeSeconds })).toMatchObject({ pacePerKm })
})

// Run Regimen, Marathon Pace Chart, checkpoints of a 4:00:00 marathon.
test('splits of a marathon in four hours', () => {
  const { splits } = run({ distanceKm: 42.195, time: '4:00:00' }) as { splits: { km: number; time: string }[] }
  const at = (km: number) => splits.find((split) => split.km === km)?.time
  expect([5, 10, 15, 20, 25, 30, 35, 40, 42.195].map(at)).toEqual([
    '28:26',
    '56:53',
    '1:25:19',
    '1:53:45',
    '2:22:12',
    '2:50:38',
    '3:19:05',
    '3:47:31',
    '4:00:00',
  ])
  expect(splits).toHaveLength(43)
})

// Inquilinos, Riegel race time prediction: a 5K in 22:00 gives 10K 45:52; the formula gives 1:41:12 and 3:31:01.
test('predictions by Riegel', () => {
  const { predictions } = run({ distanceKm: 5, time: '22:00' }) as { predictions: { race: string; time: string }[] }
  const of = (race: string) => predictions.find((row) => row.race === race)?.time
  expect([of('5 km'), of('10 km'), of('Half marathon')]).toEqual(['22:00', '45:52', '1:41:12'])
})

test.each(['5:00', '05:00', '300', '5:00/km', '5:00 min/km', ' 5:00 ', '5\'00"', '0:05:00', '5:00.0', '5m00s'])(
  'the pace %s is 300 seconds',
  (pacePerKm) => {
    expect(run({ distanceKm: 10, pacePerKm })).toMatchObject({ pacePerKm: '5:00', finish: '50:00' })
  },
)

// NIST SP 811, table 6: a minute is 60 s, so 5 min/km are 12 km/h.
test.each(['5 min/km', '5min', '5 min per km', '5.0 min'])('%s is five minutes, not five seconds', (pacePerKm) => {
  expect(run({ distanceKm: 10, pacePerKm })).toMatchObject({ pacePerKm: '5:00', speedKmh: 12 })
})

test('a time in minutes', () => {
  expect(run({ distanceKm: 10, time: '45 min' })).toMatchObject({ finish: '45:00', pacePerKm: '4:30' })
})

test('long ways have fewer splits, a whole number of kilometres no remainder', () => {
  const marks = (distanceKm: number) =>
    (run({ distanceKm, pacePerKm: '6:00' }) as { splits: { km: number }[] }).splits.map((split) => split.km)
  expect(marks(2)).toEqual([1, 2])
  expect(marks(0.4)).toEqual([0.4])
  expect(marks(100)).toHaveLength(50)
  expect(marks(10_000).slice(0, 2)).toEqual([200, 400])
})

test('the same time given twice is no contradiction', () => {
  expect(run({ distanceKm: 5, time: '25:00', timeSeconds: 1500 })).toMatchObject({ pacePerKm: '5:00' })
})

test.each([
  [{}, 'distanceKm', 'Give two of distance, time and pace'],
  [{ pacePerKm: '5:00' }, 'distanceKm', 'Give two of distance, time and pace'],
  [{ distanceKm: 5 }, 'timeSeconds', 'Give two of distance, time and pace'],
  [
    { distanceKm: 5, timeSeconds: 1500, pacePerKm: '5:00' },
    'pacePerKm',
    'Leave one of distance, time and pace empty: it is worked out',
  ],
  [
    { distanceKm: 5, time: '25:00', timeSeconds: 1501 },
    'timeSeconds',
    'Give the time once: as hours, minutes and seconds, or in seconds',
  ],
  [{ distanceKm: 5, pacePerKm: '5:60' }, 'pacePerKm', 'Pace must be written as in 4:15'],
  [{ distanceKm: 5, pacePerKm: 'fast' }, 'pacePerKm', 'Pace must be written as in 4:15'],
  [{ distanceKm: 5, time: '1:2:3:4' }, 'time', 'Time must be written as in 3:30:00'],
  [{ distanceKm: 5, time: '0:00' }, 'time', 'Time must be at least a second and below 2778 hours'],
  [{ distanceKm: 0, timeSeconds: 10 }, 'distanceKm', 'Distance must be at least 0.01'],
  [{ distanceKm: 5, timeSeconds: 0 }, 'timeSeconds', 'Time in seconds must be at least 1'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})

test('minutes go beyond an hour only where no hours are given', () => {
  expect(run({ distanceKm: 10, time: '75:00' })).toMatchObject({ pacePerKm: '7:30' })
  expect(run({ distanceKm: 10, time: '1:75:00' })).toMatchObject({ field: 'time' })
})

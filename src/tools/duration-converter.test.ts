import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { durationConverter } from './duration-converter.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(durationConverter, input)
  return outcome.ok ? outcome.outputs : { problems: outcome.error.details }
}

// omni-tools, convert seconds to time tests.
test.each([
  [45, '00:00:45'],
  [60, '00:01:00'],
  [3600, '01:00:00'],
  [7325, '02:02:05'],
  [360_000, '100:00:00'],
  [-90, '-00:01:30'],
  [1.5, '00:00:01.5'],
  [0.1, '00:00:00.1'],
  [1e-7, '00:00:00.0000001'],
])('%d s is %s', (seconds, hms) => {
  expect(run({ seconds })).toMatchObject({ hms })
})

// omni-tools, convert time to seconds and time to decimal tests; RFC 5545, section 3.3.6.
test.each([
  ['01:02:03', 3723],
  ['00:45:30', 2730],
  ['12:00', 43_200],
  ['13.25.30', 48_330],
  ['P7W', 4_233_600],
  ['PT0.5S', 0.5],
  ['P1D', 86_400],
  ['1h 30min', 5400],
  ['2 days, 3 hours and 4 minutes', 183_840],
  ['1.5 hours', 5400],
  ['90 minutes', 5400],
  ['-1:30:00.25', -5400.25],
  ['+1:00', 3600],
])('%s is %d s', (hms, seconds) => {
  expect(run({ hms })).toMatchObject({ seconds })
})

test('decimal hours are exact, or rounded when asked', () => {
  expect(run({ hms: '31:23:59', decimals: 10 })).toMatchObject({ decimalHours: 31.3997222222 })
  expect(run({ hms: '13:25:30' })).toMatchObject({ decimalHours: 13.425 })
  expect(run({ seconds: 1 })).toMatchObject({ decimalHours: 1 / 3600 })
  expect(run({ hms: '0:20', decimals: 2 })).toMatchObject({ decimalHours: 0.33 })
})

test('ISO 8601 and words have only what is there', () => {
  expect(run({ seconds: 93_784.5 })).toMatchObject({
    iso: 'P1DT2H3M4.5S',
    words: '1 day, 2 hours, 3 minutes, 4.5 seconds',
  })
  expect(run({ seconds: 86_400 })).toMatchObject({ iso: 'P1D', words: '1 day' })
  expect(run({ seconds: -0.5 })).toMatchObject({ iso: '-PT0.5S', words: 'minus 0.5 seconds' })
})

test.each([
  '01:XX:03',
  '0x:00:03',
  '01:02:03:04',
  '1:75:00',
  '1:00:60',
  '13.25',
  'PT',
  'P',
  'P1DT',
  'abc',
  '5',
  '1m 1h',
])('%s is no duration', (hms) => {
  expect(run({ hms })).toEqual({
    problems: [
      { field: 'hms', message: 'Time must be hours:minutes:seconds, such as 1:30:00, or PT1H30M, or 1h 30min' },
    ],
  })
})

test('years and months have no length, and one input is enough', () => {
  expect(run({ hms: 'P1Y2M' })).toEqual({
    problems: [{ field: 'hms', message: 'Time must have no years or months: they have no fixed length' }],
  })
  expect(run({ hms: 'P1M' })).toMatchObject({ problems: [{ field: 'hms' }] })
  expect(run({ hms: 'PT1M' })).toMatchObject({ seconds: 60 })
  expect(run({})).toMatchObject({ problems: [{ field: 'seconds' }] })
  expect(run({ seconds: 1, hms: '0:01' })).toMatchObject({ problems: [{ field: 'hms' }] })
})

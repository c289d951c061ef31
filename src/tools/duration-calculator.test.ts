import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { durationCalculator } from './duration-calculator.tool.ts'

const run = (durations: unknown, more: Record<string, unknown> = {}) => {
  const outcome = runTool(durationCalculator, { durations, ...more })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}

test.each([
  ['1:30', 5400],
  ['0:00:01.5', 1.5],
  ['2:01:30:15', 178_215],
  ['100:00', 360_000],
  ['90 min', 5400],
  ['90m', 5400],
  ['1.5 hours', 5400],
  ['1h30', undefined],
  ['1 hour and 30 minutes', 5400],
  ['2d 3h', 183_600],
  ['1 week', 604_800],
  ['PT1H30M', 5400],
  ['P1DT12H', 129_600],
  ['P1W', 604_800],
  ['pt0.5s', 0.5],
  ['-0:30', -1800],
  ['−1h', -3600],
  ['7.5', 27_000],
  ['1:75', undefined],
  ['1:30:60', undefined],
  ['1:2:3:4:5', undefined],
  ['P1M', undefined],
  ['P1Y', undefined],
  ['PT', undefined],
  ['P', undefined],
  ['5 parsecs', undefined],
  ['constructor', undefined],
  ['1 constructor', undefined],
  [':30', undefined],
  ['-', undefined],
])('“%s” is %d s', (text, seconds) => {
  const outcome = runTool(durationCalculator, { durations: [text] })
  expect(outcome.ok ? outcome.outputs.totalSeconds : undefined).toBe(seconds)
})

test('text on lines or with commas', () => {
  expect(run('7:45\n8:15, 30 min').total).toBe('16:30:00')
})

test('a number alone has the unit that is chosen', () => {
  expect(run(['90', '30'], { bareUnit: 'minutes' }).total).toBe('2:00:00')
  expect(run(['90'], { bareUnit: 'seconds' }).total).toBe('0:01:30')
})

test('ten times a tenth of a second is one', () => {
  expect(run(Array(10).fill('0:00:00.1'))).toMatchObject({ totalSeconds: 1, total: '0:00:01', average: '0:00:00.1' })
})

test('running totals', () => {
  expect(run(['8:00', '0:45'], { operation: 'subtract' })).toMatchObject({
    total: '7:15:00',
    words: '7 h 15 min',
    average: '4:22:30',
    entries: [
      { entry: '8:00', duration: '8:00:00', decimalHours: 8, total: '8:00:00' },
      { entry: '0:45', duration: '0:45:00', decimalHours: 0.75, total: '7:15:00' },
    ],
  })
})

test('nothing at all', () => {
  expect(run(['0'])).toMatchObject({ total: '0:00:00', words: '0 s', iso: 'PT0S' })
})

test('without a rate there is no pay', () => {
  expect(run(['1h'])).not.toHaveProperty('pay')
  expect(run(['1:15'], { hourlyRate: 18.5 }).pay).toBe(23.13)
})

test('what is no duration is refused at its field', () => {
  expect(runTool(durationCalculator, { durations: ['soon'] })).toMatchObject({
    ok: false,
    error: {
      details: [{ field: 'durations', message: 'Durations: “soon” must be like 1:30, 1:30:15, 1h 30m, 90 min or 1.5' }],
    },
  })
})

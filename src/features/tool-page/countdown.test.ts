import { expect, test } from 'vitest'
import { badge, text } from '#src/sdk/outputs.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { otpGenerator } from '#src/tools/otp-generator.tool.ts'
import { countedDown, isTicking, untilNextRun } from './countdown.ts'
import { shownOutputs } from './outputs.ts'

const schema = { code: text('Code'), left: badge('Seconds left', { countsDownTo: 'until' }), until: text('Until') }
const outputs = { code: '1', left: 12, until: '1970-01-01T00:01:00Z' }

test('a result is asked for again when it ends, and soon where it has ended', () => {
  expect(untilNextRun(schema, outputs, 48_000)).toBe(12_000)
  expect(untilNextRun(schema, outputs, 59_900)).toBe(250)
  expect(untilNextRun(schema, outputs, 90_000)).toBe(250)
  expect(untilNextRun(schema, { code: '1', left: 12 }, 48_000)).toBeUndefined()
  expect(untilNextRun({ code: text('Code') }, outputs, 48_000)).toBeUndefined()
})

test('the seconds run down to 0, and nothing else changes', () => {
  const shown = shownOutputs(schema, outputs)
  const leftAt = (now: number) => countedDown(shown, now).find(({ name }) => name === 'left')?.value
  expect(isTicking(shown)).toBe(true)
  expect([48_000, 48_001, 59_999, 60_000, 70_000].map(leftAt)).toEqual([12, 12, 1, 0, 0])
  expect(leftAt(47_000)).toBe(12)
  expect(countedDown(shown, 48_000).map(({ value }) => value)).toEqual(['1', 12, '1970-01-01T00:01:00Z'])
  expect(isTicking(shownOutputs(schema, { code: '1', left: 12 }))).toBe(false)
})

// RFC 6238, appendix B: SHA1 at 59 seconds, and at the second after it, where the next period begins.
test('a code by time ends with its period, one for a given time does not', () => {
  const at = (milliseconds: number, more = {}) => {
    const world = { now: new Date(milliseconds), randomBytes: (count: number) => new Uint8Array(count) }
    const outcome = runTool(otpGenerator, { secretText: '12345678901234567890', digits: 8, ...more }, world)
    return outcome.ok ? outcome.outputs : {}
  }
  expect(at(59_000)).toMatchObject({ code: '94287082', remainingSeconds: 1, validUntil: '1970-01-01T00:01:00.000Z' })
  expect(untilNextRun(otpGenerator.output, at(45_500), 45_500)).toBe(14_500)
  expect(untilNextRun(otpGenerator.output, at(59_000, { time: '59' }), 59_000)).toBeUndefined()
  expect(untilNextRun(otpGenerator.output, at(59_000, { type: 'hotp' }), 59_000)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { timeText } from './password-strength/wording.ts'
import { passwordStrength } from './password-strength.tool.ts'

const run = (input: Record<string, string | string[]>): Record<string, unknown> => {
  const outcome = runTool(passwordStrength, input)
  return outcome.ok ? outcome.outputs : { refused: outcome.error.details }
}

// zxcvbn, README: the powers of ten at which a score begins.
test.each([
  ['zxcvbn', 0],
  ['abcdefghijk987654321', 1],
  ['neverforget13/3/1997', 4],
])('%s has score %i', (password, score) => {
  expect(run({ password })).toMatchObject({ score })
})

test('the warning and what would help are sentences', () => {
  const { warning, suggestions } = run({ password: 'aaaaaaaa' })
  expect(warning).toMatch(/^[A-Z].*\.$/)
  for (const suggestion of suggestions as string[]) expect(suggestion).toMatch(/^[A-Z].*\.$/)
})

test('words about the person make it weak', () => {
  const password = 'Wolkenkratzerin'
  expect(run({ password }).score).toBeGreaterThan(2)
  expect(run({ password, personalWords: ['wolkenkratzerin'] }).score).toBe(0)
})

test('no output holds characters of the password', () => {
  const outputs = run({ password: 'correcthorsebatterystaple' })
  expect(JSON.stringify(outputs)).not.toMatch(/horse|battery/)
  expect(outputs.parts).toContainEqual({ place: '8–12', pattern: 'Word of a list: common passwords' })
})

test('limits', () => {
  expect(run({ password: '' })).toMatchObject({ refused: [{ field: 'password' }] })
  expect(run({ password: 'x'.repeat(101) })).toMatchObject({ refused: [{ field: 'password' }] })
  expect(run({ password: 'x', personalWords: Array<string>(51).fill('y') })).toMatchObject({
    refused: [{ field: 'personalWords' }],
  })
})

test.each([
  [0.2, 'less than a second'],
  [1, '1 second'],
  [59.6, '1 minute'],
  [7200, '2 hours'],
  [86_400 * 40, '40 days'],
  [31_557_600, '1 year'],
  [31_557_600 * 99, '99 years'],
  [31_557_600 * 100, 'centuries'],
])('%d s: %s', (seconds, written) => {
  expect(timeText(seconds)).toBe(written)
})

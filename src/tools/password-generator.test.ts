import { expect, test } from 'vitest'
import { seededBytes } from '#src/lib/random.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { passwordGenerator } from './password-generator.tool.ts'

type Input = Record<string, string | number | boolean>
const run = (input: Input, randomBytes = seededBytes('test')): Record<string, unknown> => {
  const outcome = runTool(passwordGenerator, input, { now: new Date(0), randomBytes })
  return outcome.ok ? outcome.outputs : { refused: outcome.error.details }
}
const ONLY_DIGITS = { uppercase: false, lowercase: false, symbols: false }

test('each kind is in it, and nothing else', () => {
  for (const password of run({ length: 4, count: 100 }).passwords as string[]) {
    expect(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[!-/:-@[-`{-~]).{4}$/)
  }
  expect(run({ length: 64, ...ONLY_DIGITS }).password).toMatch(/^\d{64}$/)
})

test('no look-alikes where none are wanted', () => {
  const passwords = run({ length: 128, count: 100, excludeAmbiguous: true }).passwords as string[]
  expect(passwords.join('')).not.toMatch(/[0O1Il|`'"]/)
  expect(run({ excludeAmbiguous: true }).poolSize).toBe(94 - 9)
})

// Of ten digits and "!": 11^4 texts, less 10^4 without "!" and one without a digit.
test('what lacks a kind is not counted', () => {
  const input = { length: 4, uppercase: false, lowercase: false, symbolCharacters: '!' }
  expect(run(input)).toMatchObject({ poolSize: 11, combinations: String(11 ** 4 - 10 ** 4 - 1) })
  expect(run({ ...input, requireEach: false })).toMatchObject({ combinations: String(11 ** 4) })
})

test('entropy of long ones', () => {
  // 128 × log2(94), where log2(94) = 6.5545888…
  expect(run({ length: 128, requireEach: false }).entropyBits).toBe(838.99)
})

test('all digits come about equally often', () => {
  const digits = (run({ length: 128, count: 100, ...ONLY_DIGITS }).passwords as string[]).join('')
  for (const digit of '0123456789') {
    const count = digits.split(digit).length - 1
    // 1280 expected, with a standard deviation of 34.
    expect(Math.abs(count - 1280)).toBeLessThan(170)
  }
})

test('a drawn number that would favour some is drawn again', () => {
  const draws = [0xffffffff, 3]
  const randomBytes = () => {
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setUint32(0, draws.shift() ?? 5)
    return bytes
  }
  expect(run({ length: 4, ...ONLY_DIGITS }, randomBytes).password).toBe('3555')
})

test.each([
  [{ ...ONLY_DIGITS, digits: false }, 'lowercase'],
  [{ length: 3 }, 'length'],
  [{ symbolCharacters: 'ü' }, 'symbolCharacters'],
])('%j is refused', (input, field) => {
  expect(run(input)).toMatchObject({ refused: [{ field }] })
})

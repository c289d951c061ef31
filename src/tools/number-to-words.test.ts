import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { numberToWords } from './number-to-words.tool.ts'

const run = (input: Record<string, unknown>): Record<string, unknown> => {
  const outcome = runTool(numberToWords, input)
  return outcome.ok ? outcome.outputs : { problems: outcome.error.details }
}

// omni-tools, number to words tests; the decimals are read digit by digit instead.
test.each([
  [0, 'Zero'],
  [7, 'Seven'],
  [15, 'Fifteen'],
  [40, 'Forty'],
  [42, 'Forty Two'],
  [123, 'One Hundred And Twenty Three'],
  [2.5, 'Two Point Five'],
  [0.25, 'Zero Point Two Five'],
  [5, 'Five'],
])('%d is %s', (number, words) => {
  expect(run({ number })).toMatchObject({ words })
})

// Wikipedia, English numerals: the British “and”, and the short scale.
test.each([
  ['100', 'one hundred'],
  ['101', 'one hundred and one'],
  ['1000', 'one thousand'],
  ['1100', 'one thousand one hundred'],
  ['1001000', 'one million one thousand'],
  ['12004', 'twelve thousand and four'],
  ['1000000000', 'one billion'],
  [
    '999999999999',
    'nine hundred and ninety-nine billion nine hundred and ninety-nine million nine hundred and ninety-nine thousand nine hundred and ninety-nine',
  ],
  ['1,000,000.010', 'one million point zero one'],
  ['-0', 'zero'],
  ['-.5', 'minus zero point five'],
  ['007', 'seven'],
  ['5.', 'five'],
  [
    '9007199254740993',
    'nine quadrillion seven trillion one hundred and ninety-nine billion two hundred and fifty-four million seven hundred and forty thousand nine hundred and ninety-three',
  ],
])('%s in small letters', (digits, hyphenated) => {
  expect(run({ digits })).toMatchObject({ hyphenated })
})

test('large numbers are named as far as the names go', () => {
  expect(run({ number: 1e18 })).toMatchObject({ words: 'One Quintillion' })
  expect(run({ number: 1e63 })).toMatchObject({ words: 'One Vigintillion' })
  expect(run({ digits: '9'.repeat(66) }).words).toMatch(/^Nine Hundred And Ninety Nine Vigintillion /)
  expect(run({ digits: '9'.repeat(67) })).toMatchObject({ problems: [{ field: 'digits' }] })
  expect(run({ number: 1e66 })).toMatchObject({ problems: [{ field: 'number' }] })
  expect(run({ number: 1e-7 })).toMatchObject({ digits: '0.0000001' })
  expect(run({ number: 1e-200 })).toMatchObject({ problems: [{ field: 'number' }] })
})

test('digits that a number would lose are not guessed', () => {
  expect(run({ number: '12345678901234567890' })).toEqual({
    problems: [{ field: 'number', message: 'Number has more digits than a number holds: write it into “Digits”' }],
  })
})

test('styles', () => {
  expect(run({ number: 121, style: 'sentence' })).toMatchObject({ words: 'One hundred and twenty-one' })
  expect(run({ number: 121, style: 'upper', useAnd: false })).toMatchObject({ words: 'ONE HUNDRED TWENTY-ONE' })
})

test.each([
  [{ digits: '.' }, 'digits'],
  [{ digits: 'hello' }, 'digits'],
  [{ number: 'hello' }, 'number'],
  [{}, 'number'],
  [{ number: 1, digits: '1' }, 'digits'],
])('%j is refused', (input, field) => {
  expect(run(input)).toMatchObject({ problems: [{ field }] })
})

// omni-tools, number to words tests: the same numbers without “and”.
test('American English has no “and”, whatever the box says', () => {
  for (const useAnd of [true, false, undefined])
    expect(
      runTool(numberToWords, { number: 1_000_001, locale: 'en-US', ...(useAnd !== undefined && { useAnd }) }),
    ).toMatchObject({ outputs: { words: 'One Million One' } })
  expect(runTool(numberToWords, { number: 123, locale: 'en-GB' })).toMatchObject({
    outputs: { words: 'One Hundred And Twenty Three' },
  })
})

test.each([
  ['1,234', 'one thousand two hundred and thirty-four'],
  ['-1,234,567.50', 'minus one million two hundred and thirty-four thousand five hundred and sixty-seven point five'],
  ['12,34,567', 'one million two hundred and thirty-four thousand five hundred and sixty-seven'],
])('%s has groups', (digits, hyphenated) => {
  expect(run({ digits })).toMatchObject({ hyphenated })
})

test.each(['1.234,56', '12,34', '1,2,3', '1234,567', ',123', '1,234,'])('%s is not guessed', (digits) => {
  const message = 'Digits must have commas between groups only, as in 1,234.56: the decimal sign is a point'
  expect(run({ digits })).toEqual({ problems: [{ field: 'digits', message }] })
})

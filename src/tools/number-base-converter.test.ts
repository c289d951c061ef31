import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { numberBaseConverter } from './number-base-converter.tool.ts'

const convert = (value: string, fromBase: number, toBase: number, more = {}) => {
  const outcome = runTool(numberBaseConverter, { value, fromBase, toBase, ...more })
  return outcome.ok ? outcome.outputs.result : outcome.error.details
}

test.each([
  ['FF', 16, 10, '255'],
  ['0xff', 16, 2, '11111111'],
  ['0b101', 2, 10, '5'],
  ['0b1', 16, 10, '177'],
  ['0o17', 8, 10, '15'],
  ['-0', 10, 2, '0'],
  ['+7', 10, 2, '111'],
  ['−10', 10, 16, '-a'],
  ['1111 0000_1010', 2, 16, 'f0a'],
  ['000255', 10, 16, 'ff'],
  ['zz', 36, 10, '1295'],
  ['9223372036854775807', 10, 16, '7fffffffffffffff'],
])('%s of base %i in base %i is %s', (value, fromBase, toBase, result) => {
  expect(convert(value, fromBase, toBase)).toBe(result)
})

test('capitals when asked for', () => {
  expect(convert('48879', 10, 16, { uppercase: true })).toBe('BEEF')
})

test.each([
  ['12', 2, 'Value must be a number in base 2: “2” is no digit from 0 to 1'],
  ['g', 16, 'Value must be a number in base 16: “g” is no digit from 0 to f'],
  ['1.5', 10, 'Value must be a whole number, without a point or commas'],
  ['1,000', 10, 'Value must be a whole number, without a point or commas'],
  ['-', 10, 'Value must have at least one digit'],
  ['--1', 10, 'Value must be a number in base 10: “-” is no digit from 0 to 9'],
])('%s in base %i is refused', (value, base, message) => {
  expect(convert(value, base, 10)).toEqual([{ field: 'value', message }])
})

test('bases are whole numbers from 2 to 36', () => {
  expect(convert('1', 1, 10)).toMatchObject([{ field: 'fromBase' }])
  expect(convert('1', 10, 37)).toMatchObject([{ field: 'toBase' }])
  expect(convert('1', 10, 2.2)).toMatchObject([{ field: 'toBase' }])
})

test('every number survives the way there and back', () => {
  const base = fc.integer({ min: 2, max: 36 })
  fc.assert(
    fc.property(fc.bigInt(), base, (value, to) => {
      expect(convert(String(convert(String(value), 10, to)), to, 10)).toBe(String(value))
    }),
  )
})

test('ten thousand digits take no time to speak of', () => {
  const begin = performance.now()
  expect(String(convert('z'.repeat(10_000), 36, 7))).toMatch(/^[1-6]/)
  expect(performance.now() - begin).toBeLessThan(4000)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadTool } from '#src/features/tool-runs/load-tool.ts'
import { toNumber } from '#src/lib/rational.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { readSum } from './arithmetic.ts'

const reckoned = (text: string) => {
  const sum = readSum(text)
  return sum && toNumber(sum.value)
}

test.each([
  ['12*7+3', 87],
  ['1 + 2 * 3 - 4 / 8', 6.5],
  ['(1 + 2) * 3', 9],
  ['0.1+0.2', 0.3],
  ['1/3*3', 1],
  ['-2^2', -4],
  ['(-2)^2', 4],
  ['2^3^2', 512],
  ['2^-2', 0.25],
  ['2--3', 5],
  ['1,000 + 1e3', 2000],
  ['12 × 7 ÷ 2 − 1', 41],
  ['3 x 4', 12],
  ['sqrt 16', 4],
  ['sqrt(2)^2', 2],
  ['√2', Math.SQRT2],
  ['the square root of 2.25', 1.5],
  ['sqrt 9 + 1', 4],
])('%s is %d', (text, value) => {
  expect(reckoned(text)).toBe(value)
})

test.each([
  '10',
  '-5',
  '',
  '2026-11-22',
  '555-1234',
  '11/22/2026',
  '1/0',
  'sqrt -1',
  'sqrt(-1)',
  'sqrt sqrt 16',
  '2(3)',
  '2^0.5',
  '9^9^9',
  '1 +',
  '(1 + 2',
  '1 + 2)',
  '1..2 + 1',
  '1 + x',
  'c++',
  '1920x1080',
  '10 20',
])('"%s" is no sum', (text) => {
  expect(readSum(text)).toBeUndefined()
})

test.each([
  ['sqrt 2', 'sqrt(2)'],
  ['1,000 × √9', '1000 * sqrt(9)'],
])('%s is %s to the evaluator', (text, expression) => {
  expect(readSum(text)?.expression).toBe(expression)
})

test('the evaluator says the same', async () => {
  const tool = await loadTool('expression-evaluator')
  const number = fc.oneof(
    fc.integer({ min: 0, max: 9999 }).map(String),
    fc.tuple(fc.nat(99), fc.nat(999)).map(([whole, part]) => `${whole}.${part}`),
  )
  const { sum } = fc.letrec<{ sum: string }>((tie) => ({
    sum: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      number,
      fc
        .tuple(tie('sum'), fc.constantFrom('+', '-', '*', '/', ' + ', ' − ', ' × ', ' ÷ '), tie('sum'))
        .map((parts) => parts.join('')),
      tie('sum').map((inner) => `(${inner})`),
      tie('sum').map((inner) => `-${inner}`),
      fc.tuple(number, fc.integer({ min: -3, max: 5 })).map(([base, exponent]) => `${base}^${exponent}`),
      number.map((inner) => `sqrt ${inner}`),
    ),
  }))
  fc.assert(
    fc.property(sum, (text) => {
      const read = readSum(text)
      if (read === undefined) return
      const outcome = runTool(tool, { expression: read.expression })
      const said = outcome.ok && Number(outcome.outputs.value)
      // A zero has no sign to people.
      expect([text, said || 0]).toEqual([text, toNumber(read.value)])
    }),
    { numRuns: 300 },
  )
})

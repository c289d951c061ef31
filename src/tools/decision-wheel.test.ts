import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { decisionWheel } from './decision-wheel.tool.ts'

const drawing = (number: number) => ({
  now: new Date(0),
  randomBytes: () => {
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setUint32(0, number)
    return bytes
  },
})
const winner = (input: Record<string, unknown>, drawn = 0) => {
  const outcome = runTool(decisionWheel, input, drawing(drawn))
  return outcome.ok ? outcome.outputs.winner : outcome.error.details?.[0]?.message
}

test('every share begins where the one before ends', () => {
  const input = { options: 'a\nb, c', weights: [0.5, 0, 1.001] }
  expect([0, 499, 500, 1500].map((drawn) => winner(input, drawn))).toEqual(['a', 'a', 'c', 'c'])
  expect([0, 1, 2].map((drawn) => winner({ options: ['a', 'b', 'c'] }, drawn))).toEqual(['a', 'b', 'c'])
})

test('a seed gives the same winner, whatever chance says', () => {
  const options = Array.from({ length: 100 }, (_, index) => `option ${index}`)
  expect(winner({ options, seed: 'today' }, 1)).toBe(winner({ options, seed: 'today' }, 2))
  expect(winner({ options, seed: 'today' })).not.toBe(winner({ options, seed: 'tomorrow' }))
})

// Chi-squared with 3 degrees of freedom: 16.27 is passed by chance in 1 of 1,000 (NIST/SEMATECH e-Handbook, 1.3.6.7.4).
test('winners come by their weights', () => {
  const [options, weights] = [
    ['a', 'b', 'c', 'd'],
    [1, 2, 3, 4],
  ]
  const counts = new Map<unknown, number>()
  for (let round = 0; round < 10_000; round++) {
    const won = winner({ options, weights, seed: `round ${round}` })
    counts.set(won, (counts.get(won) ?? 0) + 1)
  }
  const distance = options.reduce((sum, option, index) => {
    const expected = (weights[index] ?? 0) * 1000
    return sum + ((counts.get(option) ?? 0) - expected) ** 2 / expected
  }, 0)
  expect(distance).toBeLessThan(16.27)
})

test.each([
  ['Weights must be as many as options: 2, not 1', { options: ['a', 'b'], weights: [1] }],
  ['Weights must not all be 0', { options: ['a', 'b'], weights: [0, 0] }],
  ['Weights must be 0 or more, with at most three decimals', { options: ['a', 'b'], weights: [-1, 2] }],
  ['Weights must be 0 or more, with at most three decimals', { options: ['a', 'b'], weights: [0.0001, 2] }],
  ['Weights: number 1, “x”, is not a number', { options: ['a'], weights: ['x'] }],
  ['Options must have at least one', { options: [] }],
  ['Options must have at least one', { options: ' , ' }],
  ['Options: at most 1000, not 1001', { options: Array(1001).fill('a') }],
  ['Options must have at most 200 characters each', { options: ['a'.repeat(201)] }],
])('it is refused: %s', (message, input) => {
  expect(winner(input)).toBe(message)
})

test('the largest weights of the most options still sum below 2^32', () => {
  expect(winner({ options: Array(1000).fill('a'), weights: Array(1000).fill(1000) }, 999_999_999)).toBe('a')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { levenshteinDistance } from './levenshtein-distance.tool.ts'

const run = (a: string, b: string, ignoreCase = false) => {
  const outcome = runTool(levenshteinDistance, { a, b, ignoreCase })
  return outcome.ok ? outcome.outputs.distance : outcome.error.details
}

// Rosetta Code, Levenshtein distance; Wikipedia: flaw and lawn.
test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['same', 'same', 0],
  ['flaw', 'lawn', 2],
  ['rosettacode', 'raisethysword', 8],
  ['gumbo', 'gambol', 2],
  ['ab', 'ba', 2],
  ['😀a', '😁a', 1],
  ['e\u0301', 'é', 0],
  ['A', 'a', 1],
])('%j and %j: %i', (a, b, distance) => {
  expect(run(a, b)).toBe(distance)
})

test('case can be ignored', () => {
  expect(run('Saturday', 'SUNDAY', true)).toBe(3)
})

test('it is a metric', () => {
  const word = fc.string({ maxLength: 12 })
  fc.assert(
    fc.property(word, word, word, (a, b, c) => {
      expect(run(a, b)).toBe(run(b, a))
      expect(Number(run(a, c))).toBeLessThanOrEqual(Number(run(a, b)) + Number(run(b, c)))
    }),
  )
})

test('the longest texts are compared in time', () => {
  const before = process.cpuUsage()
  expect(run('a'.repeat(5000), 'b'.repeat(5000))).toBe(5000)
  // Work, not time: a busy machine takes nothing away.
  expect(process.cpuUsage(before).user).toBeLessThan(4_000_000)
  expect(run('a'.repeat(5001), 'b')).toMatchObject([{ field: 'a' }])
})

test('lengths are those of what was typed, whatever its small letters are', () => {
  const outcome = runTool(levenshteinDistance, { a: 'İ', b: 'İstanbul', ignoreCase: true })
  expect(outcome.ok && outcome.outputs).toMatchObject({ distance: 7, lengthA: 1, lengthB: 8 })
})

import { Optional } from '@marcbachmann/cel-js'
import { Duration, UnsignedInt } from '@marcbachmann/cel-js/evaluator'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { budgetLeft, EXPRESSION_BUDGET, setBudget } from './budget.ts'
import { distinct } from './distinct.ts'
import { equal } from './equal.ts'
import { createExpressions } from './expressions.ts'
import type { Json } from './json.ts'
import { matchesLinearly } from './linear-regexp.node.ts'

const expressions = createExpressions({ matches: matchesLinearly })
const evaluate = (source: string, trigger: Json = null) => expressions.compile(source).evaluate({ trigger })
const texts = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}`)

beforeEach(() => setBudget(EXPRESSION_BUDGET))

// https://github.com/google/cel-go/blob/master/ext/README.md has the first three; the others follow from the section on
// equality of https://github.com/google/cel-spec/blob/master/doc/langdef.md.
test.each<[string, Json]>([
  ['[1, 2, 2, 3, 3, 3].distinct()', [1, 2, 3]],
  ['["b", "b", "c", "a", "c"].distinct()', ['b', 'c', 'a']],
  ['[1, "b", 2, "b"].distinct()', [1, 'b', 2]],
  ['[1, 1.0, 1u, "1", true].distinct()', [1, '1', true]],
  ['[0.0, -0.0, 0].distinct().size()', 1],
  ['[double("nan"), double("nan")].distinct().size()', 2],
  ['[[double("nan")], [double("nan")]].distinct().size()', 2],
  ['[9007199254740992.0, 9007199254740993, 9007199254740992].distinct().size()', 2],
  ['[{"a": 1, "b": [2]}, {"b": [2.0], "a": 1u}].distinct().size()', 1],
  ['[[1, 2], [12], ["1,2"], [[1], 2], []].distinct().size()', 5],
  ['[null, "null", {}, []].distinct()', [null, 'null', {}, []]],
  ['[b"a", b"a", "a", [97]].distinct().size()', 3],
  ['[timestamp(0), timestamp("1970-01-01T00:00:00Z"), 0].distinct().size()', 2],
  ['[duration("60s"), duration("1m"), 60].distinct().size()', 2],
])('%s', (source, result) => {
  expect(evaluate(source)).toEqual(result)
})

test('the work grows with the list and not with its square', () => {
  expect(evaluate('trigger.distinct().size()', texts(500))).toBe(500)
  expect(evaluate('trigger.distinct().size()', texts(20_000))).toBe(20_000)
  const left = (count: number) => {
    setBudget(1e9)
    distinct(texts(count))
    return 1e9 - budgetLeft()
  }
  expect(left(1000) / left(500)).toBeCloseTo(2)
})

/** Values of every type, so small that many of them are equal. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(0, -0, 1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e300, 0n, 1n, 2n ** 53n),
    fc.constantFrom<unknown>(2n ** 53n + 1n, true, false, null, undefined, '', '1', 'a', 'null', '1,1', '[0', '"a'),
    fc.constantFrom(0, 1, 2 ** 53).map((number) => new UnsignedInt(number)),
    fc.constantFrom(0, 1, Number.NaN).map((time) => new Date(time)),
    fc
      .tuple(fc.constantFrom(0n, 1n), fc.constantFrom(0, -0, 1))
      .map(([seconds, nanos]) => new Duration(seconds, nanos)),
    fc.uint8Array({ max: 1, maxLength: 2 }),
    fc.constantFrom(new Set([1]), Symbol.iterator, Duration, new UnsignedInt(1), Optional.none()),
    tie('value').map((inner) => Optional.of(inner)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '1', '__proto__'), tie('value'), { maxKeys: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '1', '__proto__'), tie('value')).map((one) => new Map(Object.entries(one))),
  ),
}))
const turned = (one: unknown) => (one instanceof Map ? new Map([...one].toReversed()) : one)
/** Some of them more than once, themselves and inside of others. */
const list = fc
  .array(value, { maxLength: 6 })
  .chain((parts) =>
    fc.shuffledSubarray([
      ...[...parts, ...parts, ...parts.map(turned)],
      ...parts.flatMap((part) => [[part], [turned(part)], { a: part }]),
    ]),
  )

test('what is left out is what == finds among the items before', () => {
  fc.assert(
    fc.property(list, (all) => {
      setBudget(EXPRESSION_BUDGET)
      const found: unknown[] = []
      for (const part of all) if (!found.some((other) => equal(part, other))) found.push(part)
      const result = distinct(all)
      expect(result.length).toBe(found.length)
      expect(result.every((part, index) => Object.is(part, found[index]))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

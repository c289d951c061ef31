import { expect, test } from 'vitest'
import { createExpressions } from './expressions.ts'
import type { Json } from './json.ts'
import { matchesLinearly } from './linear-regexp.node.ts'

const expressions = createExpressions({ matches: matchesLinearly })
const evaluate = (source: string, trigger: Json = null) => expressions.compile(source).evaluate({ trigger })
const failure = (code: string) => expect.objectContaining({ name: 'ExpressionError', code })
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Each name is bound to the one before it, combined with itself. */
const doubled = (
  times: number,
  first: string,
  combine: (name: string) => string,
  last: (name: string) => string,
  name = 'v',
) => {
  const binds = numbers(times).map((n) => `cel.bind(${name}${n}, ${n === 0 ? first : combine(`${name}${n - 1}`)}, `)
  return `${binds.join('')}${last(`${name}${times - 1}`)}${')'.repeat(times)}`
}
const pair = (name: string) => `[${name}, ${name}]`
const eightfold = (name: string) => `[${Array(8).fill(name).join(', ')}]`
const sum = (name: string) => `${name} + ${name}`
const same = (name: string) => name

const manyFields: Json = Object.fromEntries(numbers(20_000).map((n) => [`field${n}`, n]))

test.each<[string, string, Json]>([
  ['three nested maps', 'trigger.map(a, trigger.map(b, trigger.map(c, a)))', numbers(150)],
  ['two nested all()', 'trigger.all(a, trigger.all(b, a + b >= 0.0))', numbers(1000)],
  ['two nested all() of a constant', 'trigger.all(a, trigger.all(b, true))', numbers(1000)],
  ['two nested exists_one()', 'trigger.exists_one(a, trigger.exists_one(b, true))', numbers(1000)],
  ['three nested all()', 'trigger.all(a, trigger.all(b, trigger.all(c, a + b + c >= 0.0)))', numbers(1000)],
  ['exists() and || that swallow errors', 'trigger.exists(a, trigger.exists(b, b < 0.0)) || true', numbers(1000)],
  ['a million items whose errors are swallowed', 'trigger.exists(a, trigger.exists(b, b < 0.0))', numbers(1_000_000)],
  ['a long list', 'trigger.map(a, a * 2.0).size()', numbers(100_000)],
  ['doubling lists', doubled(15, 'trigger + trigger', sum, same), numbers(1000)],
  ['doubling text', doubled(20, '"0123456789"', sum, same), null],
  ['splitting doubled text', doubled(20, '"01"', sum, (name) => `${name}.split("")`), null],
  ['looking for each item', 'trigger.all(a, a in trigger)', numbers(30_000)],
  ['comparing each with each again and again', 'trigger.all(a, trigger.distinct().size() > 0)', numbers(1000)],
  [
    'comparing lists that name one list often',
    doubled(7, '[1]', eightfold, (a) => doubled(7, '[1]', eightfold, (b) => `${a} == ${b}`, 'w')),
    null,
  ],
  ['JSON of a list that names one list often', doubled(25, '[1]', pair, (name) => `json.encode(${name})`), null],
  ['replacing by a long text', 'trigger.replace("a", trigger)', 'a'.repeat(50_000)],
  ['joining with a long text', 'trigger.split("").join(trigger)', 'a'.repeat(20_000)],
  [
    'counting fields again and again',
    'trigger.list.all(a, trigger.object.size() > 0)',
    { list: numbers(1000), object: manyFields },
  ],
  ['going through fields again and again', 'trigger.all(k, trigger.exists(j, true))', manyFields],
  ['many patterns', 'trigger.all(a, trigger.all(b, "text".matches("x{1,50}")))', numbers(1000)],
  ['a long pattern on a long text', `trigger.matches("${'(?:a?b?c?d?)'.repeat(80)}e$")`, 'abcd'.repeat(25_000)],
  ['many time zones', 'trigger.all(a, trigger.all(b, timestamp(0).getHours("Asia/Tokyo") == 9))', numbers(1000)],
  ['decoding JSON again and again', 'trigger.all(a, trigger.all(b, json.decode("[1]").size() > 0))', numbers(1000)],
])('%s is stopped', (_name, source, trigger) => {
  const program = expressions.compile(source)
  expect(() => program.evaluate({ trigger })).toThrow(failure('COST_EXCEEDED'))
})

test.each<[string, string, Json, Json]>([
  // Backtracking needs 2^5000 steps for this pattern, and the library's duration() a cube of the length.
  ['a pattern that backtracks', 'trigger.matches("^(a+)+$")', `${'a'.repeat(5000)}!`, false],
  ['work on a thousand items', 'trigger.filter(a, a >= 500.0).map(a, a * 2.0).size()', numbers(1000), 500],
  [
    'all that is done with a long text',
    'trigger.substring(1).lowerAscii().indexOf("X") + trigger.upperAscii().lastIndexOf("x")',
    '😀'.repeat(100_000),
    -2,
  ],
  [
    'comparing lists that name one list often, once for each place',
    doubled(7, '[1]', eightfold, (a) => doubled(7, '[1]', eightfold, (b) => `[${a}, ${b}].distinct().size()`, 'w')),
    null,
    1,
  ],
  ['a pattern for a thousand items', 'trigger.filter(a, string(a).matches("9$")).size()', numbers(1000), 100],
])('%s is fine', (_name, source, trigger, result) => {
  expect(evaluate(source, trigger)).toBe(result)
})

test.each<[string, string, Json, string]>([
  ['a result that names one list often', doubled(25, '[1]', pair, same), null, 'RESULT_TOO_LARGE'],
  [
    'a result with one text often',
    'trigger.list.map(a, trigger.text)',
    { list: numbers(2000), text: 'x'.repeat(100_000) },
    'RESULT_TOO_LARGE',
  ],
  ['a long number of a duration', 'duration(trigger)', '1'.repeat(100_000), 'EVALUATION_FAILED'],
  ['deep brackets', `${'('.repeat(200)}1${')'.repeat(200)}`, null, 'TOO_COMPLEX'],
  ['many signs', `${'!'.repeat(15_000)}true`, null, 'TOO_COMPLEX'],
  ['many operands', Array(2000).fill('1').join(' + '), null, 'TOO_COMPLEX'],
  ['a long list', `[${Array(600).fill('1').join(', ')}]`, null, 'TOO_COMPLEX'],
  ['a long source', `"${'a'.repeat(30_000)}"`, null, 'TOO_COMPLEX'],
  ['a deep value', 'trigger == 1', JSON.parse('['.repeat(5000) + ']'.repeat(5000)), 'VALUE_TOO_DEEP'],
])('%s is refused', (_name, source, trigger, code) => {
  expect(() => evaluate(source, trigger)).toThrow(failure(code))
})

test('numbers mix: JSON numbers are doubles, literals are ints', () => {
  const bill = { n: 3, f: 2.5, s: 'bo', flag: true }
  expect(
    evaluate('[trigger.n + 1, 1 - trigger.f, trigger.n * 2, 7 / trigger.n, trigger.f % 2, 7 % trigger.n]', bill),
  ).toEqual([4, -1.5, 6, 7 / 3, 0.5, 1])
  expect(evaluate('7 / 2')).toBe(3)
  expect(evaluate('"a" + 1 + trigger.f + trigger.s + trigger.flag + (1 + "z")', bill)).toBe('a12.5botrue1z')
  expect(evaluate('[1 == 1.0, 3 in [trigger.n], trigger.n in [1, 3], [1, 2] == [1.0, 2.0]]', bill)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(evaluate('trigger.flag ? 1 : 2.5', bill)).toBe(1)
})

test('values of different types are unequal, and objects compare by their fields alone', () => {
  expect(evaluate('[trigger == 3, trigger == "3", trigger == null]', '3')).toEqual([false, true, false])
  expect(evaluate('trigger.a == trigger.b', { a: { x: 1, y: [2] }, b: { y: [2], x: 1 } })).toBe(true)
  expect(evaluate('trigger.a == trigger.b', { a: { toString: 1 }, b: { x: 1 } })).toBe(false)
  expect(evaluate('trigger.a == trigger.b', JSON.parse('{"a": {"__proto__": {}}, "b": {"x": {}}}'))).toBe(false)
})

test('prototypes are out of reach', () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype']
  for (const name of names) {
    expect(() => evaluate(`trigger.${name}`, { a: 1 })).toThrow(failure('UNKNOWN_FIELD'))
    expect(() => evaluate(`trigger["${name}"]`, { a: 1 })).toThrow(failure('UNKNOWN_FIELD'))
    expect(() => evaluate(`"text".${name}`)).toThrow(failure('TYPE_MISMATCH'))
    expect(evaluate(`has(trigger.${name})`, { a: 1 })).toBe(false)
  }
  for (const name of ['constructor', 'toString']) expect(() => evaluate(name)).toThrow(failure('UNKNOWN_VARIABLE'))
})

test('data may have fields with the names of a prototype', () => {
  const trigger = JSON.parse('{"constructor": {"name": "a"}, "__proto__": {"b": 2}, "rest": [{"constructor": 1}]}')
  expect(evaluate('trigger.constructor.name', trigger)).toBe('a')
  expect(evaluate('trigger["__proto__"].b', trigger)).toBe(2)
  expect(evaluate('trigger.rest[0].constructor + 1', trigger)).toBe(2)
  const copy = evaluate('trigger', trigger)
  expect(JSON.stringify(copy)).toBe(JSON.stringify(trigger))
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  expect(JSON.stringify(evaluate('{"constructor": 1, "__proto__": 2}'))).toBe('{"constructor":1,"__proto__":2}')
  const steps = { fetch: JSON.parse('{"constructor": 7}') }
  expect(expressions.compile('steps.fetch.constructor + size(steps.fetch)').evaluate({ steps })).toBe(8)
})

test('a step that has run since is seen', () => {
  const program = expressions.compile('steps.size()')
  const steps: Record<string, Json> = { a: 1 }
  expect(program.evaluate({ steps })).toBe(1)
  steps.b = 2
  expect(program.evaluate({ steps })).toBe(2)
})

test('one source is compiled once', () => {
  expect(expressions.compile('1 + 1')).toBe(expressions.compile('1 + 1'))
})

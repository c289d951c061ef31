import { expect, test } from 'vitest'
import { createExpressions } from './expressions.ts'
import { functions } from './functions.ts'
import { matchesLinearly } from './linear-regexp.node.ts'

const expressions = createExpressions({ matches: matchesLinearly })
const evaluate = (
  source: string,
  trigger: Parameters<ReturnType<typeof expressions.compile>['evaluate']>[0]['trigger'] = null,
) => expressions.compile(source).evaluate({ trigger })

test.each(functions.map((one) => [one.name, one.example] as const))('the example of %s', (_name, example) => {
  expect(evaluate(example.expression)).toEqual(example.result)
  expect(expressions.createChecker({ steps: {} }).checkExpression(example.expression)).toEqual([])
})

test('every function is documented once', () => {
  const names = functions.map((one) => one.name)
  expect(names).toEqual([...new Set(names)])
})

// https://github.com/google/cel-go/blob/master/ext/README.md: math.round rounds halves away from zero.
test.each([
  ['math.round(2.5)', 3],
  ['math.round(-2.5)', -3],
  ['math.round(-1.005, 2)', -1.01],
  ['math.round(1234.5678, 0)', 1235],
  ['math.round(7)', 7],
  ['"%.2f%%".format([12.345])', '12.35%'],
  ['"%d/%s".format([3, true])', '3/true'],
  ['"a,b,c".split(",", 2)', ['a', 'b,c']],
  ['"a,b".split(",", 0)', []],
  ['"ab".split("")', ['a', 'b']],
  ['"aXbX".replace("X", "")', 'ab'],
  ['[].sum()', 0],
  ['["b", "a"].sort()', ['a', 'b']],
  ['[10, 9, 2.5].sort()', [2.5, 9, 10]],
  ['[1, [2, [3]]].flatten()', [1, 2, [3]]],
])('%s', (source, result) => {
  expect(evaluate(source)).toEqual(result)
})

// https://github.com/google/cel-spec/blob/master/tests/simple/testdata/string_ext.textproto, and the same beyond U+FFFF.
test.each([
  ['"tacocat".indexOf("")', 0],
  ['"tacocat".indexOf("", 3)', 3],
  ['"tacocat".indexOf("a", 3)', 5],
  ['"tacocat".indexOf("none")', -1],
  ['"ta©o©αT".indexOf("©αT", 3)', 4],
  ['"ta©o©αT".indexOf("©α", 5)', -1],
  ['"ta😀o😀αT".indexOf("😀")', 2],
  ['"ta😀o😀αT".indexOf("😀αT", 3)', 4],
  ['"ta😀o😀αT".indexOf("😀α", 5)', -1],
  ['"".lastIndexOf("@@")', -1],
  ['"tacocat".lastIndexOf("")', 7],
  ['"tacocat".lastIndexOf("", 3)', 3],
  ['"tacocat".lastIndexOf("a", 3)', 1],
  ['"bananananana".lastIndexOf("nana", 7)', 6],
  ['"ta😀o😀αT".lastIndexOf("")', 7],
  ['"ta😀o😀αT".lastIndexOf("😀")', 4],
  ['"ta😀o😀αT".lastIndexOf("😀", 3)', 2],
  ['"ta😀o😀αT".lastIndexOf("😀α", 4)', 4],
  ['"tacocat".substring(4)', 'cat'],
  ['"tacocat".substring(7)', ''],
  ['"ta©o©αT".substring(2, 6)', '©o©α'],
  ['"ta😀o😀αT".substring(2, 6)', '😀o😀α'],
  ['"ta😀o😀αT".substring(7, 7)', ''],
  ['"日本😀x".substring(0, size("日本😀x"))', '日本😀x'],
  ['"日本😀x".substring("日本😀x".indexOf("x"))', 'x'],
  ['"TacoCÆt Xii".lowerAscii()', 'tacocÆt xii'],
  ['"TacoCÆt Xii".upperAscii()', 'TACOCÆT XII'],
  ['"tacoCαt".upperAscii()', 'TACOCαT'],
  ['"straße".upperAscii()', 'STRAßE'],
  // Without a separator Go's strings.Split, which cel-go calls, gives the characters.
  ['"😀a".split("")', ['😀', 'a']],
  ['"a😀bc".split("", 3)', ['a', '😀', 'bc']],
  ['"😀a".replace("", "-")', '😀-a'],
])('%s', (source, result) => {
  expect(evaluate(source)).toEqual(result)
  expect(expressions.createChecker({ steps: {} }).checkExpression(source)).toEqual([])
})

// https://github.com/google/cel-go/blob/master/ext/README.md: these are errors.
test.each([
  '"hello mellow".indexOf("ello", 20)',
  '"hello mellow".lastIndexOf("ello", -1)',
  '"tacocat".substring(-1)',
  '"tacocat".substring(2, 1)',
  '"😀".substring(2)',
  '"😀".substring(0, 2)',
  '"a😀".indexOf("a", 2)',
  '"a😀".lastIndexOf("a", 2)',
])('%s is out of range', (source) => {
  expect(() => evaluate(source)).toThrow(expect.objectContaining({ code: 'INDEX_OUT_OF_RANGE' }))
})

// RFC 3339, section 5.8, has the two times; the second is a day of 1996 in a zone eight hours behind.
test.each([
  ['timestamp("1985-04-12T23:20:50.52Z")', '1985-04-12T23:20:50.520Z'],
  ['timestamp("1996-12-19T16:39:57-08:00")', '1996-12-20T00:39:57.000Z'],
  ['timestamp(0)', '1970-01-01T00:00:00.000Z'],
  ['timestamp("2026-03-29T02:30:00Z").getHours("Europe/Berlin")', 4],
  ['timestamp("2026-10-25T00:30:00Z").getHours("Europe/Berlin")', 2],
  ['timestamp("2024-12-31T23:00:00Z").getDayOfYear()', 365],
  ['timestamp("2024-12-31T23:00:00Z").getDayOfYear("Europe/Berlin")', 0],
  ['timestamp("2026-01-01T00:00:00Z") + duration("36h")', '2026-01-02T12:00:00.000Z'],
  ['timestamp("2026-01-02T00:00:00Z") - timestamp("2026-01-01T00:00:00Z")', 86_400],
  ['duration("-1.5h")', -5400],
  ['duration("250ms")', 0.25],
])('%s', (source, result) => {
  expect(evaluate(source)).toEqual(result)
})

// RFC 3339, section 5.7: the days of each month and the ranges of the other fields; appendix C: leap years.
test.each([
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2000-02-29T23:59:59Z', '2000-02-29T23:59:59.000Z'],
  ['2026-01-31T23:30:00-23:59', '2026-02-01T23:29:00.000Z'],
  ['2026-04-30T00:30:00+02:00', '2026-04-29T22:30:00.000Z'],
])('the time %s is there', (text, result) => {
  expect(evaluate('timestamp(trigger)', text)).toBe(result)
})

test.each([
  '2026-02-31T00:00:00Z',
  '2024-02-30T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-04-31T12:00:00+02:00',
  '2026-01-00T00:00:00Z',
  '2026-01-32T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:60:00Z',
  '2026-01-01T00:00:60Z',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01T00:00:00+02:60',
])('there is no time %s', (text) => {
  expect(() => evaluate('timestamp(trigger)', text)).toThrow(
    'timestamp() needs a time such as "2026-01-31T09:30:00Z", with Z or an offset',
  )
})

test.each([
  ['timestamp("2026-01-01T00:00:00.000")', 'EVALUATION_FAILED'],
  ['timestamp("Thu, 01 Jan 2026 00:00:00")', 'EVALUATION_FAILED'],
  ['duration("90")', 'EVALUATION_FAILED'],
  ['timestamp(0).getHours("Mars/Base")', 'EVALUATION_FAILED'],
  ['[].min()', 'INDEX_OUT_OF_RANGE'],
  ['[1].slice(0, 2)', 'INDEX_OUT_OF_RANGE'],
  ['[1, "a"].sort()', 'TYPE_MISMATCH'],
  ['[null].join(",")', 'TYPE_MISMATCH'],
  ['json.decode("{")', 'EVALUATION_FAILED'],
  ['base64.decode("*")', 'EVALUATION_FAILED'],
  ['now()', 'UNKNOWN_FUNCTION'],
  ['timestamp()', 'UNKNOWN_FUNCTION'],
  ['math.random()', 'UNKNOWN_FUNCTION'],
  ['"aa".matches("(a)\\\\1")', 'INVALID_PATTERN'],
  ['"ab".matches("(?=a)b")', 'INVALID_PATTERN'],
])('%s fails with %s', (source, code) => {
  expect(() => evaluate(source)).toThrow(expect.objectContaining({ name: 'ExpressionError', code }))
})

test('a function of the library behaves the same on values whose type is known only in a run', () => {
  expect(evaluate('trigger.join("-")', [1, 'a', true])).toBe('1-a-true')
  expect(evaluate('trigger.sum() + math.floor(trigger[0])', [1.5, 2])).toBe(4.5)
  expect(evaluate('trigger.matches("^a+$")', 'aaa')).toBe(true)
})

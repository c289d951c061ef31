import { describe, expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { jsonpathTester } from './jsonpath-tester.tool.ts'

const outcomeOf = (query: string, value: unknown = {}) =>
  runTool(jsonpathTester, { query, json: JSON.stringify(value) })
const run = (query: string, value: unknown) => {
  const outcome = outcomeOf(query, value)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}

describe('RFC 9535, section 2.3', () => {
  const names = { o: { 'j j': { 'k.k': 3 } }, "'": { '@': 2 } }
  const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  test.each([
    ['table 5', `$.o['j j']['k.k']`, names, [3], ["$['o']['j j']['k.k']"]],
    ['table 5', `$["'"]["@"]`, names, [2], ["$['\\'']['@']"]],
    [
      'table 6',
      '$.o[*, *]',
      { o: { j: 1, k: 2 } },
      [1, 2, 1, 2],
      ["$['o']['j']", "$['o']['k']", "$['o']['j']", "$['o']['k']"],
    ],
    ['table 7', '$[-2]', ['a', 'b'], ['a'], ['$[0]']],
    ['table 9', '$[1:3]', letters, ['b', 'c'], ['$[1]', '$[2]']],
    ['table 9', '$[1:5:2]', letters, ['b', 'd'], ['$[1]', '$[3]']],
    ['table 9', '$[::-1]', letters, [...letters].reverse(), ['$[6]', '$[5]', '$[4]', '$[3]', '$[2]', '$[1]', '$[0]']],
  ])('%s: %s', (_, query, value, values, paths) => {
    expect(run(query, value)).toEqual({ values, paths, count: values.length })
  })
})

describe('RFC 9535, section 2.3.5.3: filters', () => {
  const value = {
    a: [3, 5, 1, 2, 4, 6, { b: 'j' }, { b: 'k' }, { b: {} }, { b: 'kilo' }],
    o: { p: 1, q: 2, r: 3, s: 5, t: { u: 6 } },
    e: 'f',
  }
  test.each([
    [`$.a[?@.b == 'kilo']`, [{ b: 'kilo' }]],
    [`$.a[?(@.b == 'kilo')]`, [{ b: 'kilo' }]],
    ['$.a[?@>3.5]', [5, 4, 6]],
    ['$.a[?@.b]', [{ b: 'j' }, { b: 'k' }, { b: {} }, { b: 'kilo' }]],
    ['$[?@.*]', [value.a, value.o]],
    ['$[?@[?@.b]]', [value.a]],
    ['$.o[?@<3, ?@<3]', [1, 2, 1, 2]],
    ['$.a[?@<2 || @.b == "k"]', [1, { b: 'k' }]],
    ['$.a[?match(@.b, "[jk]")]', [{ b: 'j' }, { b: 'k' }]],
    ['$.a[?search(@.b, "[jk]")]', [{ b: 'j' }, { b: 'k' }, { b: 'kilo' }]],
    ['$.o[?@>1 && @<4]', [2, 3]],
    ['$.o[?@.u || @.x]', [{ u: 6 }]],
    ['$.a[?@.b == $.x]', [3, 5, 1, 2, 4, 6]],
    ['$.a[?@ == @]', value.a],
  ])('%s', (query, values) => {
    expect(run(query, value).values).toEqual(values)
  })
})

describe('RFC 9535, section 2.4.9: what is well-typed', () => {
  test.each([
    '$[?length(@) < 3]',
    '$[?count(@.*) == 1]',
    "$[?match(@.timezone, 'Europe/.*')]",
    '$[?value(@..color) == "red"]',
    '$[?length(value(@..color)) > 2 && !search(@.a, "x")]',
  ])('%s', (query) => {
    expect(outcomeOf(query).ok).toBe(true)
  })

  test.each([
    ['$[?length(@.*) < 3]', 'Query must give length() a value or a query of at most one node as argument 1'],
    ['$[?count(1) == 1]', 'Query must give count() a query as argument 1'],
    ['$[?count(foo(@.*)) == 1]', /^Query must /],
    ["$[?match(@.timezone, 'Europe/.*') == true]", 'Query must not compare match(): it is a test by itself'],
    ['$[?value(@..color)]', 'Query must compare the result of value() with something'],
    ['$[?bar(@.a)]', 'Query must not call bar(): there are length, count, match, search, value'],
    ['$[?length(@.a, @.b) == 1]', 'Query must give length() 1 argument, not 2'],
  ])('not %s', (query, message) => {
    const outcome = outcomeOf(query)
    if (outcome.ok) throw new Error('was accepted')
    expect(outcome.error).toMatchObject({ code: 'INVALID_INPUT', details: [{ field: 'query' }] })
    expect(outcome.error.message).toMatch(message)
  })
})

test.each([
  ['$.', 'Query must be JSONPath: it ends too early'],
  ['.a', 'Query must be JSONPath: “.” at character 1 is not expected there'],
  // RFC 9535, section 2.1.1: white space neither begins nor ends a query.
  ['$.a ', 'Query must be JSONPath: it ends too early, or with a space too many'],
  [' $', 'Query must be JSONPath: “ ” at character 1 is not expected there'],
  ['$[01]', /^Query must be JSONPath/],
  ['$[9007199254740992]', 'Query must have indexes within ±(2^53 − 1)'],
])('the query %j', (query, message) => {
  const outcome = outcomeOf(query, { store: {} })
  if (outcome.ok) throw new Error('was accepted')
  expect(outcome.error.message).toMatch(message)
})

test('what is no JSON is refused at its field', () => {
  expect(runTool(jsonpathTester, { query: '$', json: '{' })).toMatchObject({ error: { details: [{ field: 'json' }] } })
})

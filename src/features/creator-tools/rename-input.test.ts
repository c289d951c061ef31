import { describe, expect, test } from 'vitest'
import { carriedAlong, type NamedInput, renamingsOf, settled, withRenamedInputs } from './rename-input.ts'
import { tileContent } from './test-content.ts'
import type { ToolContent } from './tool-content.schema.ts'

describe('an expression follows the new name of an input', () => {
  test.each([
    ['input.rate * 2', 'input.percent * 2'],
    ['input.rate + input.rate', 'input.percent + input.percent'],
    ['input . rate', 'input . percent'],
    ['input // the rate\n  .rate', 'input // the rate\n  .percent'],
    ['input.?rate.orValue(0)', 'input.?percent.orValue(0)'],
    ['has(input.rate) ? input["rate"] : 0', 'has(input.percent) ? input["percent"] : 0'],
    ["input[?'rate'].orValue(1)", "input[?'percent'].orValue(1)"],
    ['input.rate.size()', 'input.percent.size()'],
    ['"\\"" + input.rate', '"\\"" + input.percent'],
    ['r"\\" + input.rate', 'r"\\" + input.percent'],
    ['2.0*input.rate', '2.0*input.percent'],
  ])('%s', (before, after) => {
    expect(withRenamedInputs(before, new Map([['rate', 'percent']]))).toBe(after)
  })
})

test.each([
  ['a longer name', 'input.rates + input.rate2 + input.my_rate'],
  ['a text', '"input.rate" + \'input.rate\' + """input.rate""" + r\'input.rate\''],
  ['a comment', '1 // input.rate'],
  ['a field of something else', 'other.input.rate + other.?input.rate + input.row.rate + inputs.rate'],
  ['a name that stands alone', 'rate + [1].map(rate, rate)[0]'],
  ['what is called', 'input.rate(1)'],
  ['what is computed', 'input["rate" + "s"]'],
  ['what is not finished', 'input.'],
])('%s stays as it is', (_, expression) => {
  expect(withRenamedInputs(expression, new Map([['rate', 'percent']]))).toBe(expression)
})

const CONTENT: ToolContent = {
  ...tileContent,
  fields: [
    { name: 'sort', type: 'select', label: 'Kind', options: [{ value: 'a', label: 'A' }] },
    { name: 'more', type: 'number', label: 'More', showIf: { field: 'kind', in: ['a'] } },
    { name: 'unit', type: 'select', label: 'Unit', optionsBy: { field: 'kind', options: {} }, swapWith: 'kind' },
  ],
  outputs: [{ name: 'kind', type: 'string', renderer: 'text', label: 'Kind', expression: 'input.kind + "kind"' }],
  source: 'function run(input) { return { kind: input.kind } }',
  examples: [{ title: 'kind', input: { more: 1, kind: 'a' }, output: { kind: 'akind' }, source: 'kind' }],
}

test('rules, expressions and examples speak of the input by its new name; nothing else changes', () => {
  const carried = carriedAlong(CONTENT, new Map([['kind', 'sort']]))
  expect(carried).toEqual({
    fields: [
      CONTENT.fields[0],
      { ...CONTENT.fields[1], showIf: { field: 'sort', in: ['a'] } },
      { ...CONTENT.fields[2], optionsBy: { field: 'sort', options: {} }, swapWith: 'sort' },
    ],
    outputs: [{ ...CONTENT.outputs[0], expression: 'input.sort + "kind"' }],
    examples: [{ ...CONTENT.examples[0], input: { more: 1, sort: 'a' } }],
  })
  // In the order that they were written in.
  expect(Object.keys(carried.examples[0]?.input ?? {})).toEqual(['more', 'sort'])
})

test('a value of an example that has the new name already is not written over', () => {
  const [example] = CONTENT.examples
  const content = { ...CONTENT, examples: [{ ...example, input: { kind: 'a', sort: 'b' } }] } as ToolContent
  expect(carriedAlong(content, new Map([['kind', 'sort']])).examples).toEqual(content.examples)
})

const names = (...inputs: readonly (readonly [known: string, name: string])[]): NamedInput[] =>
  inputs.map(([known, name]) => ({ known, name }))
const renamed = (...inputs: readonly (readonly [known: string, name: string])[]) => [
  ...renamingsOf(settled(names(...inputs))),
]

test.each([
  ['no name', ''],
  ['a name that cannot be used', '2nd'],
  ['the name of another input', 'more'],
])('%s is not carried along', (_, to) => {
  expect(settled(names(['kind', to], ['more', 'more']))).toEqual([])
})

test('an input that had no name is named by nothing', () => {
  expect(settled(names(['', 'sort']))).toHaveLength(1)
  expect(renamed(['', 'sort'])).toEqual([])
})

test('what another input is called by stays', () => {
  expect(renamed(['kind', 'more'], ['more', 'more'])).toEqual([])
  // It is still known by a name that is free otherwise.
  expect(renamed(['kind', 'more'], ['more', '2nd'], ['unit', 'kinds'])).toEqual([['unit', 'kinds']])
  expect(renamed(['a', 'b'], ['b', 'c'], ['c', ''])).toEqual([])
  expect(renamed(['a', 'c'], ['b', 'c'])).toEqual([])
})

test('each input is followed once its name is its own, whatever the others were called on the way', () => {
  const content = {
    ...CONTENT,
    outputs: [{ ...CONTENT.outputs[0], expression: 'input.a + input["b"] + input.b' }],
    examples: [{ ...CONTENT.examples[0], input: { a: 1, b: 2 } }],
  } as ToolContent
  // The first one is called as the second one is, and then the second one is called otherwise.
  expect(renamed(['a', 'b'], ['b', 'b'])).toEqual([])
  const both = renamingsOf(settled(names(['a', 'b'], ['b', 'c'])))
  const carried = carriedAlong(content, both)
  expect(carried.outputs[0]?.expression).toBe('input.b + input["c"] + input.c')
  expect(carried.examples[0]?.input).toEqual({ b: 1, c: 2 })
  // Two that change places.
  expect(renamed(['a', 'b'], ['b', 'a'])).toEqual([
    ['a', 'b'],
    ['b', 'a'],
  ])
})

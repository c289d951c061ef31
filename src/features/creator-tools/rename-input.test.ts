import { describe, expect, test } from 'vitest'
import { carriedAlong, withRenamedInput } from './rename-input.ts'
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
    expect(withRenamedInput(before, { from: 'rate', to: 'percent' })).toBe(after)
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
  expect(withRenamedInput(expression, { from: 'rate', to: 'percent' })).toBe(expression)
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
  const carried = carriedAlong(CONTENT, { from: 'kind', to: 'sort' })
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
  expect(Object.keys(carried?.examples[0]?.input ?? {})).toEqual(['more', 'sort'])
})

test('a value of an example that has the new name already is not written over', () => {
  const [example] = CONTENT.examples
  const content = { ...CONTENT, examples: [{ ...example, input: { kind: 'a', sort: 'b' } }] } as ToolContent
  expect(carriedAlong(content, { from: 'kind', to: 'sort' })?.examples).toEqual(content.examples)
})

const [sort] = CONTENT.fields
test.each([
  ['no name', ''],
  ['a name that cannot be used', '2nd'],
  ['the name of another input', 'more'],
])('%s is not carried along', (_, to) => {
  const content = { ...CONTENT, fields: CONTENT.fields.map((one) => (one === sort ? { ...one, name: to } : one)) }
  expect(carriedAlong(content, { from: 'kind', to })).toBeUndefined()
})

test('an input that had no name is named by nothing', () => {
  const content = { ...CONTENT, outputs: [{ ...CONTENT.outputs[0], expression: 'input[""]' }] } as ToolContent
  expect(carriedAlong(content, { from: '', to: 'sort' })).toBeUndefined()
})

test('what another input is called by stays', () => {
  expect(carriedAlong(CONTENT, { from: 'more', to: 'sort' })).toBeUndefined()
})

import { expect, test } from 'vitest'
import { fromPairs, fromText, slipIn, type TextControl, toPairs, toText } from './config-values.ts'

test.each<[TextControl, string, unknown]>([
  ['text', '', undefined],
  ['text', ' a ', ' a '],
  ['text', '42', '42'],
  ['number', '42', 42],
  ['number', ' 0.5 ', 0.5],
  ['number', '{{ steps.a.n }}', '{{ steps.a.n }}'],
  ['number', 'abc', 'abc'],
  ['number', '   ', undefined],
  ['expression', 'true', true],
  ['expression', 'false', false],
  ['expression', '{{ steps.a > 1 }}', '{{ steps.a > 1 }}'],
  ['json', '{"a":[1,null]}', { a: [1, null] }],
  ['json', '{ "a": "{{ steps.a }}" }', { a: '{{ steps.a }}' }],
  ['json', '{{ steps.a }}', '{{ steps.a }}'],
  ['json', 'Hello {{ trigger.name }}', 'Hello {{ trigger.name }}'],
  ['json', '"42"', '42'],
  ['json', '42', 42],
  ['json', '{ "a": ', '{ "a": '],
])('%s: %j is saved as %j', (control, text, value) => {
  expect(fromText(control, text)).toEqual(value)
})

test.each<[TextControl, string | number | boolean | null | { a: number }]>([
  ['text', 'a'],
  ['number', 42],
  ['number', '{{ n }}'],
  ['expression', true],
  ['json', null],
  ['json', { a: 1 }],
  ['json', 'plain text'],
  ['json', '42'],
  ['json', 'true'],
  ['json', '{"a":1}'],
])('%s: %j comes back as it was after showing it', (control, value) => {
  expect(fromText(control, toText(control, value))).toEqual(value)
})

test.each<[TextControl, string, string | undefined]>([
  ['number', 'abc', 'Enter a number, or an expression in {{ }}'],
  ['number', '{{ n }}', undefined],
  ['number', '', undefined],
  ['expression', 'steps.a > 1', 'Write the expression between {{ and }}'],
  ['expression', '{{ steps.a > 1 }}', undefined],
  ['json', 'just text', undefined],
  ['json', '{{ steps.a }}', undefined],
  [
    'json',
    '{ "a": {{ steps.a }} }',
    'Line 1: a name in double quotes is needed. As it is, it would be used as text. Expressions in JSON stand in quotes: "{{ … }}"',
  ],
  ['text', '{', undefined],
])('%s: about %j it says %j', (control, text, message) => {
  expect(slipIn(control, text)).toBe(message)
})

test('name and value lists keep types and drop lines without a name', () => {
  const value = { bill: '{{ trigger.body.bill }}', people: 3, note: '7', on: true, deep: { a: [] } }
  expect(fromPairs(toPairs(value))).toEqual(value)
  expect(toPairs({ note: '7' })).toEqual([{ name: 'note', text: '"7"' }])
  expect(
    fromPairs([
      { name: ' ', text: 'lost' },
      { name: 'a', text: '' },
      { name: 'b', text: '1' },
      { name: 'b', text: '2' },
    ]),
  ).toEqual({ a: '', b: 2 })
})

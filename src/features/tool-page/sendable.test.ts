import { expect, test } from 'vitest'
import type { Receiver } from '#src/features/receivers/receivers.schema.ts'
import { badge, image, json, listOf, type OutputSpec, table, text } from '#src/sdk/outputs.ts'
import { inputsFor, sendables } from './sendable.ts'

test.each<[OutputSpec, unknown, readonly string[]]>([
  [badge('A'), 12.5, ['number']],
  [badge('A'), true, []],
  [text('A'), 'To be', ['text']],
  [text('A'), '  ', []],
  [text('A'), '12.50', ['number', 'text']],
  [text('A', { format: 'code' }), '{"a": 1}', ['json', 'text']],
  [text('A', { format: 'code' }), '[citation needed]', ['text']],
  [text('A', { format: 'html' }), '<p>a</p>', ['markup', 'text']],
  [text('A'), '#0f6274', ['colour', 'text']],
  [text('A'), '2026-03-01', ['date', 'text']],
  [text('A'), 'https://example.com/', ['url', 'text']],
  [text('A'), '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', ['uuid', 'text']],
  [listOf('A'), [1, 2], ['numbers', 'text']],
  [listOf('A'), ['a', 'b'], ['words', 'text']],
  [listOf('A'), [], []],
  [listOf('A'), [{ day: 1 }], ['json', 'text']],
  [table('A'), [{ day: 1 }], ['json', 'text']],
  [json('A'), { a: 1 }, ['json', 'text']],
  [text('A', { type: 'any', format: 'marked' }), [{ text: 'a' }, { text: 'b', mark: 1 }], ['text']],
  [image('A'), 'data:image/png;base64,AA', []],
])('%o of %j goes on as %j', (spec, value, kinds) => {
  const [first] = sendables([{ name: 'a', spec, value }])
  expect(first?.forms.map(({ kind }) => kind) ?? []).toEqual(kinds)
})

const receiver = (more: Partial<Receiver>): Receiver => ({
  ...{ slug: 's', title: 'S', category: 'calculator', runsIn: 'browser' },
  ...{ kind: 'number', field: 'n', label: 'N', limits: {}, inputs: { rate: 5 } },
  ...more,
})
const sent = (value: unknown, to: Partial<Receiver>) => {
  const [sendable] = sendables([{ name: 'a', spec: text('A'), value }])
  return sendable && inputsFor(receiver(to), sendable)
}

test('the value goes into its field, beside what else has to be filled in', () => {
  expect(sent(12.5, {})).toEqual({ rate: 5, n: 12.5 })
  expect(sent('12.50', {})).toEqual({ rate: 5, n: 12.5 })
  expect(sent('12.50', { kind: 'text' })).toEqual({ rate: 5, n: '12.50' })
  expect(sent('To be', {})).toBeUndefined()
})

test('what is beyond the limits of the field does not fit', () => {
  expect(sent(12.5, { limits: { integer: true } })).toBeUndefined()
  expect(sent(12, { limits: { integer: true, min: 0, max: 12 } })).toEqual({ rate: 5, n: 12 })
  expect(sent(13, { limits: { max: 12 } })).toBeUndefined()
  expect(sent(-1, { limits: { min: 0 } })).toBeUndefined()
  expect(sent('To be', { kind: 'text', limits: { maxLength: 4 } })).toBeUndefined()
})

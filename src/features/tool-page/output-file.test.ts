import { expect, test } from 'vitest'
import { badge, chart, image, json, listOf, type OutputSpec, table, text, wheel } from '#src/sdk/outputs.ts'
import { csvFile, downloadsOf, kindOf } from './output-file.ts'
import { shownOutputs } from './outputs.ts'
import { rememberOrder } from './shown-order.ts'

const rows = [
  { n: 2, sum: 5 },
  { n: 1, sum: 10.5 },
]
const columns = [
  { name: 'n', label: 'No.', type: 'number' as const },
  { name: 'sum', label: 'Sum', type: 'money' as const },
]

test.each<[OutputSpec, unknown, string | undefined]>([
  [text('T'), 'a', 'txt'],
  [text('T', { type: 'number' }), 5, 'txt'],
  [text('T', { format: 'code' }), 'body { color: red }', 'txt'],
  [text('T', { format: 'code' }), '[\n  1\n]', 'json'],
  [text('T', { format: 'code' }), '[1,', 'txt'],
  [text('T', { format: 'html' }), '<p>a</p>', 'html'],
  [text('T', { format: 'marked', type: 'any' }), [{ text: 'a' }], 'txt'],
  [wheel('T'), 'winner', 'txt'],
  [listOf('T'), ['a', 'b'], 'txt'],
  [listOf('T'), [{ day: 1 }], 'json'],
  [json('T'), { a: 1 }, 'json'],
  [json('T'), [1, 2], 'json'],
  [table('T', { columns }), rows, 'csv'],
  [chart('T', { columns }), rows, 'csv'],
  [badge('T'), 5, undefined],
  [image('T'), 'data:image/png;base64,AA', undefined],
])('%o of %j is a file of kind %s', (spec, value, kind) => {
  expect(kindOf({ name: 'a', spec, value })).toBe(kind)
})

test('each part has its own file, and all of it one for people and one for programs', () => {
  const schema = {
    total: badge('Total', { primary: true }),
    note: text('Note'),
    plan: table('Plan', { columns }),
  }
  const offers = downloadsOf('loan', shownOutputs(schema, { total: 15.5, note: 'Ends in May', plan: rows }))
  expect(offers.map(({ label, kind }) => `${label} ${kind}`)).toEqual([
    'Note txt',
    'Plan csv',
    'Whole result txt',
    'Whole result json',
  ])
  expect(offers.map(({ file }) => file())).toEqual([
    { name: 'loan-note.txt', type: 'text/plain;charset=utf-8', text: 'Ends in May' },
    { name: 'loan-plan.csv', type: 'text/csv;charset=utf-8', text: 'No.,Sum\r\n2,5.00\r\n1,10.50\r\n' },
    {
      ...{ name: 'loan.txt', type: 'text/plain;charset=utf-8' },
      text: 'Total: 15.5\nNote: Ends in May\nPlan:\nNo.\tSum\n2\t5\n1\t10.5',
    },
    {
      ...{ name: 'loan.json', type: 'application/json;charset=utf-8' },
      text: JSON.stringify({ total: 15.5, note: 'Ends in May', plan: rows }, null, 2),
    },
  ])
})

test.each([
  ['a lone figure', { a: badge('A') }, { a: 1 }, ['Whole result txt', 'Whole result json']],
  ['a lone text', { a: text('A') }, { a: 'x' }, ['A txt', 'Whole result json']],
  [
    'code that leads',
    { a: text('A', { format: 'code' }), b: badge('B') },
    { a: '{}', b: 1 },
    ['A json', 'Whole result json'],
  ],
])('%s makes no file twice', (_, schema, values, offered) => {
  expect(downloadsOf('t', shownOutputs(schema, values)).map(({ label, kind }) => `${label} ${kind}`)).toEqual(offered)
})

test('a table is saved in the order in which it is shown, with the columns that it had before', () => {
  const value = [{ a: 1, b: 'x' }, { a: 2 }]
  expect(csvFile('t', { spec: table('T'), value }).text).toBe('a,b\r\n1,x\r\n2,\r\n')
  rememberOrder(value, value.toReversed())
  expect(csvFile('t', { spec: table('T'), value }).text).toBe('a,b\r\n2,\r\n1,x\r\n')
})

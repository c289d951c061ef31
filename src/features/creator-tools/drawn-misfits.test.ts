import { expect, test } from 'vitest'
import type { Tool } from '#src/sdk/index.ts'
import type { Json } from '#src/sdk/json.ts'
import { chart, image, json, listOf, type OutputSpec, table, text } from '#src/sdk/outputs.ts'
import { tools } from '#src/tools/index.ts'
import { outputMisfits } from './output-misfits.ts'

const columns = [
  { name: 'day', label: 'Day' },
  { name: 'cents', label: 'Paid', type: 'money' as const },
]
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const CIRCLE = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="50%"><circle r="4"/></svg>'
const saidOf = (spec: OutputSpec, value: Json) => outputMisfits({ x: spec }, { x: value }).map(({ message }) => message)

test.each<[string, OutputSpec, Json, string]>([
  ['a table of texts', table('T'), ['a'], 'row 1 should be an object with a value for each column, but is text'],
  [
    'a row of another shape',
    table('T', { columns }),
    [{ day: 'Mon', cents: 1 }, { a: 1 }],
    'row 2 has none of the columns “day”, “cents”',
  ],
  ['a column that no row has', table('T', { columns }), [{ day: 'Mon' }], 'no row has the column “cents”'],
  [
    'money as text in a cell',
    table('T', { columns }),
    [{ day: 'Mon', cents: '1 $' }],
    'row 1 should have a number as “cents”, but has text',
  ],
  [
    'a number as text in a cell',
    table('T', { columns: [{ name: 'n', label: 'N', type: 'number' }] }),
    [{ n: '12' }],
    'row 1 should have a number as “n”, but has text',
  ],
  [
    'an object of another shape',
    table('T', { type: 'object', columns }),
    { a: 1 },
    'row 1 has none of the columns “day”, “cents”',
  ],
  ['a chart of numbers', chart('C'), [1, 2], 'item 1 should be an object with a name and a number, but is a number'],
  [
    'a chart without numbers',
    chart('C'),
    [{ day: 'Mon', cents: 'two' }],
    'no item has a number behind its name, so there is nothing to draw',
  ],
  [
    'a chart with a hole of text',
    chart('C', { columns }),
    [
      { day: 'Mon', cents: 1 },
      { day: 'Tue', cents: 'two' },
    ],
    'item 2 should have a number as “cents”, but has text',
  ],
  [
    'a picture somewhere else',
    image('I'),
    'https://example.com/a.png',
    'should be a picture as an address that begins with data:image/ and is png, jpeg, gif, webp, avif or svg+xml',
  ],
  [
    'a picture that is none',
    image('I'),
    'data:image/png;base64,aGVsbG8=',
    'should be a picture, but its data is not that of png in Base64',
  ],
  [
    'a drawing that is none',
    image('I'),
    'data:image/svg+xml,hello',
    'should be a picture, but has no <svg> in its data',
  ],
  [
    'money that is text',
    text('M', { format: 'money' }),
    '$ 12',
    'is of the format money, so it should be a number, but is text',
  ],
  [
    'shares that are texts',
    listOf('L', { format: 'percent' }),
    [1, '2 %'],
    'item 2 is of the format percent, so it should be a number, but is text',
  ],
  [
    'a marked text without marks',
    text('M', { type: 'array', format: 'marked' }),
    ['a'],
    'part 1 should be an object with a text, as the format marked asks for',
  ],
  [
    'a page that is a number',
    text('H', { type: 'any', format: 'html' }),
    1,
    'is of the format html, so it should be text, but is a number',
  ],
])('%s is said at the output', (_, spec, value, message) => {
  expect(saidOf(spec, value)).toEqual([`“x”: ${message}`])
})

test.each<[string, OutputSpec, Json]>([
  ['a table', table('T', { columns }), [{ day: 'Mon', cents: 1 }, { day: 'Tue', cents: null }, { cents: 2 }]],
  [
    'a table with words for numbers',
    table('T', { columns }),
    [
      { day: 'Mon', cents: 'n/a' },
      { day: 'Tue', cents: '–' },
    ],
  ],
  ['a table that is money', table('T', { columns, format: 'money' }), [{ day: 'Mon', cents: 1 }]],
  ['a chart of shares', chart('C', { columns, format: 'percent' }), [{ day: 'Mon', cents: 1 }]],
  ['JSON that is money', json('J', { format: 'money' }), { paid: '12 $' }],
  ['a table with no rows', table('T', { columns }), []],
  ['a table of one object', table('T', { type: 'object', columns }), { day: 'Mon', cents: 1 }],
  [
    'a chart',
    chart('C', { columns }),
    [
      { day: 'Mon', cents: 1 },
      { day: 'Tue', cents: null },
    ],
  ],
  ['a picture', image('I'), PNG],
  ['a drawing', image('I'), CIRCLE],
  ['a drawing in Base64', image('I'), `data:image/svg+xml;base64,${btoa('<svg ></svg>')}`],
  ['money', text('M', { type: 'number', format: 'money' }), 12],
  ['nothing', text('M', { type: 'number', format: 'money' }), null],
  ['a marked text', text('M', { type: 'array', format: 'marked' }), [{ text: 'a', mark: 1 }, { text: 'b' }]],
])('%s can be drawn', (_, spec, value) => {
  expect(saidOf(spec, value)).toEqual([])
})

test('every example of every built-in tool passes', async () => {
  const found: unknown[] = []
  for (const load of Object.values(tools)) {
    const { slug, output, examples }: Tool = await load()
    for (const example of examples)
      for (const misfit of outputMisfits(output, example.output)) found.push([slug, misfit.message])
  }
  expect(found).toEqual([])
})

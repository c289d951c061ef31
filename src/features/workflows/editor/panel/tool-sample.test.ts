import { expect, test } from 'vitest'
import { json, listOf, table, text } from '#src/sdk/outputs.ts'
import { sampleOutput } from './tool-sample.ts'

const outputSchema = {
  tip: text('Tip', { type: 'number' }),
  note: text('Note'),
  parts: table('Parts', {
    columns: [
      { name: 'who', label: 'Who' },
      { name: 'pays', label: 'Pays', type: 'money' },
    ],
  }),
  tags: listOf('Tags'),
  raw: json('Raw'),
}
const example = { title: 'Dinner', input: {}, source: 'by hand' }

test('the first example counts, and what it leaves open is of the declared type', () => {
  expect(sampleOutput({ outputSchema, examples: [{ ...example, output: { tip: 12.5, other: 1 } }] })).toEqual({
    tip: 12.5,
    note: 'Text',
    parts: [{ who: 'Text', pays: 1 }],
    tags: [],
    raw: null,
  })
})

test('a tool without examples has the types alone', () => {
  expect(sampleOutput({ outputSchema: { tip: outputSchema.tip }, examples: [] })).toEqual({ tip: 1 })
})

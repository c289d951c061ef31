import { expect, test } from 'vitest'
import { curlLine, sampleOf } from './curl-line.ts'
import type { JsonSchema } from './print-schema.ts'

test.each<[JsonSchema, unknown]>([
  [{ type: 'string' }, '…'],
  [{ type: 'string', minLength: 3 }, '………'],
  [{ type: 'string', format: 'email' }, 'ada@example.com'],
  [{ type: 'integer', minimum: 200 }, 200],
  [{ type: 'integer', minimum: -9007199254740991 }, 1],
  [{ enum: ['free', 'pro'] }, 'free'],
  [{ anyOf: [{ const: 'draft' }, { type: 'integer' }] }, 'draft'],
  [{ type: 'array', items: { type: 'string' } }, []],
  [
    {
      type: 'object',
      required: ['name', 'note'],
      properties: { name: { type: 'string' }, note: { type: 'string', default: '' }, graph: { type: 'object' } },
    },
    { name: '…', note: '' },
  ],
  [{}, null],
])('%j has the sample %j', (schema, sample) => {
  expect(sampleOf(schema)).toEqual(sample)
})

const origin = 'https://fettle.example'

test('a call that reads is one line', () => {
  expect(curlLine({ origin, method: 'GET', path: '/api/tools/{id}', body: undefined, credential: 'none' })).toBe(
    'curl https://fettle.example/api/tools/ID',
  )
})

test('a call that changes something sends the header that it needs, its body and its credential', () => {
  const body: JsonSchema = { type: 'object', required: ['name'], properties: { name: { default: "Ada's" } } }
  expect(curlLine({ origin, method: 'POST', path: '/api/workflows/{id}/run', body, credential: 'key' })).toBe(
    [
      'curl -X POST https://fettle.example/api/workflows/ID/run',
      '-H "Authorization: Bearer $FETTLE_KEY"',
      "-H 'X-Requested-With: curl'",
      "-H 'Content-Type: application/json'",
      `-d '{"name":"Ada'\\''s"}'`,
    ].join(' \\\n  '),
  )
  expect(
    curlLine({ origin, method: 'DELETE', path: '/api/session', body: undefined, credential: 'session' }),
  ).toContain('-b session.txt')
})

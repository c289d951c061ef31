import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { misfits } from './json-schema-misfits.ts'
import { sampleOfSchema } from './json-schema-sample.ts'

const TREE: Json = { type: 'object', properties: { name: { type: 'string' } } }

test.each<[string, JsonObject, Json]>([
  ['nothing said', {}, null],
  ['a text', { type: 'string' }, 'Text'],
  ['a long text', { type: 'string', minLength: 6 }, 'Text..'],
  ['an address', { type: 'string', format: 'email' }, 'ada@example.com'],
  ['a number', { type: 'number' }, 1],
  ['a number from 5', { type: 'integer', minimum: 5 }, 5],
  ['a number above 5', { type: 'integer', exclusiveMinimum: 5 }, 6],
  ['a number up to -2', { type: 'integer', maximum: -2 }, -2],
  ['yes or no', { type: 'boolean' }, true],
  ['an example', { type: 'integer', examples: [200] }, 200],
  ['one of several', { enum: ['a', 'b'] }, 'a'],
  ['one value', { const: 7 }, 7],
  ['a usual value', { type: 'string', default: 'x' }, 'x'],
  ['something or null', { type: ['null', 'string'] }, 'Text'],
  ['one schema of several', { anyOf: [{ type: 'boolean' }, { type: 'string' }] }, true],
  ['a list of something', { type: 'array', items: TREE }, [{ name: 'Text' }]],
  ['a list of anything', { type: 'array' }, []],
  [
    'an object with all that it may have',
    { properties: { a: { type: 'number' }, b: TREE } },
    { a: 1, b: { name: 'Text' } },
  ],
])('a sample of %s', (_name, schema, sample) => {
  expect(sampleOfSchema(schema)).toEqual(sample)
  expect(misfits(schema, sample)).toEqual([])
})

test('a schema within a schema within a schema comes to an end', () => {
  let schema: Json = { type: 'string' }
  for (let depth = 0; depth < 100; depth++) schema = { type: 'array', items: schema }
  expect(JSON.stringify(sampleOfSchema(schema))).toBe(`${'['.repeat(9)}null${']'.repeat(9)}`)
})

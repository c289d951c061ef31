import { expect, test } from 'vitest'
import type { Json } from '#src/sdk/json.ts'
import { schemaProblem } from './json-schema-rules.ts'

const schema = {
  type: 'object',
  properties: { topic: { enum: ['order', 'other'] } },
  required: ['topic'],
  additionalProperties: false,
}

test.each<[Json, string | undefined]>([
  [schema, undefined],
  [{ anyOf: [{ type: ['string', 'null'] }, { type: 'array', items: { minimum: 1 }, maxItems: 3 }] }, undefined],
  [true, 'The schema must be an object'],
  [{ properties: { a: { $ref: '#' } } }, 'properties.a.$ref cannot be used here'],
  [{ items: { pattern: '(a+)+$' } }, 'items.pattern cannot be used here'],
  [{ uniqueItems: true }, 'uniqueItems cannot be used here'],
  [{ format: 'email' }, 'format cannot be used here'],
  [{ type: 'text' }, 'type has a wrong value'],
  [{ properties: [] }, 'properties has a wrong value'],
  [{ anyOf: [{ enum: [] }] }, 'anyOf.0.enum has a wrong value'],
  [{ required: 'topic' }, 'required has a wrong value'],
  [{ minimum: '1' }, 'minimum has a wrong value'],
  [{ items: [{ type: 'string' }] }, 'items must be an object'],
  [{ anyOf: Array.from({ length: 300 }, () => ({})) }, 'The schema has more than 300 parts'],
])('of the schema %j it says: %s', (given, problem) => {
  expect(schemaProblem(given)).toBe(problem)
})

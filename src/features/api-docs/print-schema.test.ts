import { expect, test } from 'vitest'
import { type JsonSchema, printSchema } from './print-schema.ts'

test.each<[JsonSchema, string]>([
  [{}, 'any'],
  [{ type: 'string' }, 'string'],
  [{ type: 'string', format: 'uuid' }, 'uuid'],
  [{ type: 'string', minLength: 1, maxLength: 100 }, 'string (1–100 characters)'],
  [{ type: 'integer', minimum: 1 }, 'integer (from 1)'],
  [{ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, 'integer'],
  [{ type: 'integer', minimum: 1, maximum: 9007199254740991 }, 'integer (from 1)'],
  [{ type: 'number', maximum: 3_600_000 }, 'number (up to 3600000)'],
  [{ enum: ['free', 'pro'] }, '"free" | "pro"'],
  [{ const: true }, 'true'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'array', items: { type: 'string' } }, '[string]'],
  [{ type: 'array' }, '[any]'],
  [{ type: 'object' }, '{ }'],
  [{ $ref: '#/components/schemas/ErrorEnvelope' }, 'ErrorEnvelope'],
])('%j is written %s', (schema, text) => {
  expect(printSchema(schema)).toBe(text)
})

test('objects have a property a line, optional ones a question mark, defaults behind', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['fxns'],
    properties: {
      fxns: {
        type: 'array',
        items: { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } },
      },
      page: { type: 'integer', default: 1 },
    },
    additionalProperties: { type: 'boolean' },
  }
  expect(printSchema(schema)).toBe(
    ['{', '  fxns: [{', '    id: uuid', '  }]', '  page?: integer = 1', '  [name]: boolean', '}'].join('\n'),
  )
})

import { describe, expect, test } from 'vitest'
import { isValid, outcomeOf } from './json-schema-validator/judge-fixture.ts'

// The metaschemas of json-schema.org.
describe('what is no schema of its draft', () => {
  test.each<[string, object, string, string]>([
    ['2020-12', { multipleOf: 0 }, '/multipleOf', '0 is not greater than 0.'],
    [
      ...(['2020-12', { exclusiveMinimum: true }, '/exclusiveMinimum'] as const),
      'Instance type "boolean" is invalid. Expected "number".',
    ],
    ['2020-12', { enum: 'x' }, '/enum', 'Instance type "string" is invalid. Expected "array".'],
    ['2020-12', { uniqueItems: 'x' }, '/uniqueItems', 'Instance type "string" is invalid. Expected "boolean".'],
    ['2020-12', { items: { minLength: -1 } }, '/items/minLength', '-1 is less than 0.'],
    ['2020-12', { required: 'a' }, '/required', 'Instance type "string" is invalid. Expected "array".'],
    ['2020-12', { required: ['a', 'a'] }, '/required', 'Duplicate items at indexes 0 and 1.'],
    ['2020-12', { items: [] }, '/items', 'Instance type "array" is invalid. Expected "object", "boolean".'],
    ['2020-12', { $id: '#a' }, '/$id', 'String does not match pattern.'],
    ['2019-09', { allOf: [] }, '/allOf', 'Array has too few items (0 < 1).'],
    ['7', { items: { minLength: -1 } }, '/items/minLength', '-1 is less than 0.'],
    [
      '4',
      { exclusiveMinimum: 1, minimum: 1 },
      '/exclusiveMinimum',
      'Instance type "number" is invalid. Expected "boolean".',
    ],
    ['4', { multipleOf: 0 }, '/multipleOf', '0 is not greater than 0.'],
    [
      ...(['2020-12', { more: { a: { minLength: -1 } }, $ref: '#/more/a' }, '/more/a/minLength'] as const),
      '-1 is less than 0.',
    ],
  ])('draft %s: %j', (draft, schema, place, why) => {
    const outcome = outcomeOf(schema, 1, draft)
    if (outcome.ok) throw new Error('was accepted')
    expect(outcome.error.message).toBe(`Schema must be one of draft ${draft}, but at ${place} it is not: ${why}`)
    expect(outcome.error.details?.[0]?.field).toBe('schema')
  })

  test('however much of it is wrong', () => {
    const names = Array.from({ length: 10_000 }, (_, number) => [`p${number}`, { type: 'x', minLength: -1 }])
    expect(outcomeOf({ properties: Object.fromEntries(names) }, 1)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('but at /properties/p0/type it is not') },
    })
  })

  test('too much of it to name a place', () => {
    const names = Array.from({ length: 35_000 }, (_, number) => [`p${number}`, 1])
    expect(outcomeOf({ properties: Object.fromEntries(names) }, 1)).toMatchObject({
      ok: false,
      error: { message: 'Schema must be one of draft 2020-12, but it is not: Too much of it is wrong.' },
    })
  })

  test('a schema as deep as JSON may be is one', () => {
    const deep = Array.from({ length: 190 }).reduce<object>((within) => ({ not: within }), {})
    expect(isValid(deep, 1)).toBe(true)
  })

  test('of an embedded schema its own draft decides', () => {
    const withOld = (old: object) => ({
      $defs: { old: { $id: 'old', $schema: 'http://json-schema.org/draft-07/schema#', ...old } },
    })
    expect(isValid(withOld({ items: [{ type: 'string' }] }), 1)).toBe(true)
    expect(outcomeOf(withOld({ not: { minLength: -1 } }), 1)).toMatchObject({
      ok: false,
      error: {
        message: 'Schema must be one of draft 7, but at /$defs/old/not/minLength it is not: -1 is less than 0.',
      },
    })
  })

  test.each<[string, object]>([
    [
      '2020-12',
      {
        format: 'unheard-of',
        'x-order': [1],
        nullable: true,
        example: {},
        $ref: '#/components/a',
        components: { a: {} },
      },
    ],
    ['2020-12', { $id: 'not a uri', $comment: 'a', pattern: '^a$', default: { type: 5 } }],
    ['7', { $id: '#/properties/a', properties: { a: { $id: '#/properties/b' } }, $defs: { b: {} }, enum: [1, 1] }],
    ['7', { properties: { far: { $ref: 'https://example.com/far.json' } } }],
    [
      '4',
      {
        id: 'http://example.com/a#',
        required: ['a'],
        additionalProperties: true,
        $ref: '#/x',
        x: {},
      },
    ],
  ])('draft %s takes what is used: %j', (draft, schema) => {
    expect(isValid(schema, 1, draft)).toBe(true)
  })
})

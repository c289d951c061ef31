import { describe, expect, test } from 'vitest'
import { isValid } from './json-schema-validator/judge-fixture.ts'

// JSON Schema Test Suite, tests/draft4, draft7, draft2019-09: file and description, schema, valid data, invalid data.
describe('JSON Schema Test Suite, other drafts', () => {
  test.each<[string, string, object, unknown[], unknown[]]>([
    [
      '7',
      'definitions: validate definition against metaschema',
      { $ref: 'http://json-schema.org/draft-07/schema#' },
      [{ definitions: { foo: { type: 'integer' } } }],
      [{ definitions: { foo: { type: 1 } } }],
    ],
    [
      '2019-09',
      'defs: validate definition against metaschema',
      { $ref: 'https://json-schema.org/draft/2019-09/schema' },
      [{ $defs: { foo: { type: 'integer' } } }],
      [{ $defs: { foo: { type: 1 } } }],
    ],
    [
      '4',
      'ref: remote ref, containing refs itself',
      { $ref: 'http://json-schema.org/draft-04/schema#' },
      [{ minLength: 1, multipleOf: 1 }],
      [{ minLength: -1 }, { multipleOf: 0 }],
    ],
    [
      '2020-12',
      'optional/cross-draft: the metaschema of draft 4',
      { $ref: 'http://json-schema.org/draft-04/schema#' },
      [{ multipleOf: 1, minimum: 1, exclusiveMinimum: true }],
      [{ multipleOf: 0 }, { exclusiveMinimum: 1 }],
    ],
    [
      '2019-09',
      'optional/cross-draft: refs to historic drafts are processed as historic drafts',
      {
        $ref: '#/$defs/old',
        $defs: {
          old: {
            $id: 'http://example.com/old',
            $schema: 'http://json-schema.org/draft-07/schema#',
            dependentRequired: { foo: ['bar'] },
          },
        },
      },
      [{ foo: 1 }],
      [],
    ],
    [
      '2019-09',
      'recursiveRef: multiple dynamic paths to the $recursiveRef keyword',
      JSON.parse(`{
        "$id": "https://example.com/choice.json",
        "if": { "properties": { "kind": { "const": "numbers" } }, "required": ["kind"] },
        "then": { "$id": "number.json", "$recursiveAnchor": true, "type": ["number", "object"], "$ref": "node.json" },
        "else": { "$id": "string.json", "$recursiveAnchor": true, "type": ["string", "object"], "$ref": "node.json" },
        "$defs": {
          "node": {
            "$id": "node.json", "$recursiveAnchor": true,
            "properties": { "of": { "$recursiveRef": "#" } }
          }
        }
      }`),
      [{ kind: 'numbers', of: 1.1 }, { of: 'a' }],
      [{ kind: 'numbers', of: 'a' }, { of: 1.1 }],
    ],
    [
      '2019-09',
      'recursiveRef: $recursiveRef with no $recursiveAnchor works like $ref',
      { properties: { foo: { $recursiveRef: '#' } }, additionalProperties: false },
      [{ foo: { foo: false } }],
      [{ foo: { bar: false } }],
    ],
    [
      '7',
      'ref: $ref prevents a sibling $id from changing the base uri',
      {
        $id: 'http://localhost:1234/sibling_id/base/',
        definitions: {
          foo: { $id: 'http://localhost:1234/sibling_id/foo.json', type: 'string' },
          base_foo: { $id: 'foo.json', type: 'number' },
        },
        allOf: [{ $id: 'http://localhost:1234/sibling_id/', $ref: 'foo.json' }],
      },
      [1],
      ['a'],
    ],
    [
      '7',
      'ref: ref overrides any sibling keywords',
      {
        definitions: { reffed: { type: 'array' } },
        properties: { foo: { $ref: '#/definitions/reffed', maxItems: 2 } },
      },
      [{ foo: [1, 2, 3] }],
      [{ foo: 'string' }],
    ],
    [
      '7',
      'ref: Location-independent identifier with base URI change in subschema',
      {
        $id: 'http://localhost:1234/root',
        allOf: [{ $ref: 'http://localhost:1234/nested.json#foo' }],
        definitions: { A: { $id: 'nested.json', definitions: { B: { $id: '#foo', type: 'integer' } } } },
      },
      [1],
      ['a'],
    ],
    [
      '4',
      'refRemote: base URI change',
      {
        id: 'http://localhost:1234/',
        items: { id: 'folder/', items: { $ref: 'int.json' }, definitions: { i: { id: 'int.json', type: 'integer' } } },
      },
      [[[1]]],
      [[['a']]],
    ],
    ['4', 'maximum: maximum validation (explicit false)', { maximum: 3, exclusiveMaximum: false }, [3], [3.5]],
    ['4', 'minimum: exclusiveMinimum validation', { minimum: 1.1, exclusiveMinimum: true }, [1.2], [1.1, 0.6]],
  ])('draft %s, %s', (draft, _, schema, valid, invalid) => {
    for (const data of valid) expect([data, isValid(schema, data, draft)]).toEqual([data, true])
    for (const data of invalid) expect([data, isValid(schema, data, draft)]).toEqual([data, false])
  })
})

import { describe, expect, test } from 'vitest'
import { isValid, outcomeOf } from './json-schema-validator/judge-fixture.ts'

const HERE = 'https://test.json-schema.org'
const META = 'https://json-schema.org/draft/2020-12/schema'
const STRING_ITEMS = { $dynamicAnchor: 'items', type: 'string' }
const listWith = (item: object) => ({
  $id: 'list',
  type: 'array',
  items: { $dynamicRef: '#items' },
  $defs: { items: item },
})
const ANY_LIST = listWith({ $dynamicAnchor: 'items' })

// JSON Schema Test Suite, tests/draft2020-12: file and description, schema, valid data, invalid data.
describe('JSON Schema Test Suite, references', () => {
  test.each<[string, object, unknown[], unknown[]]>([
    ['ref: remote ref, containing refs itself', { $ref: META }, [{ minLength: 1 }], [{ minLength: -1 }]],
    [
      'defs: validate definition against metaschema',
      { $ref: META },
      [{ $defs: { foo: { type: 'integer' } } }],
      [{ $defs: { foo: { type: 1 } } }],
    ],
    [
      'ref: URN base URI with f-component',
      { $ref: META },
      [{ $id: 'urn:example:foo' }],
      [{ $id: 'urn:example:foo#somepart' }],
    ],
    ['anchor: invalid anchors', { $ref: META }, [{ $anchor: 'foo' }], [{ $anchor: '#foo' }, { $anchor: '/foo' }]],
    [
      'unevaluatedProperties: unevaluatedProperties can see inside the metaschema',
      { $ref: META, unevaluatedProperties: false },
      [{ type: 'object', minimum: 1, $id: 'a' }],
      [{ typo: 1 }],
    ],
    [
      'ref: $id must be resolved against nearest parent, not just immediate parent',
      {
        $id: 'http://example.com/a.json',
        $defs: {
          x: {
            $id: 'http://example.com/b/c.json',
            not: { $defs: { y: { $id: 'd.json', type: 'number' } } },
          },
        },
        allOf: [{ $ref: 'http://example.com/b/d.json' }],
      },
      [1],
      ['a'],
    ],
    [
      'refRemote: base URI change, in the same document',
      {
        $id: 'http://localhost:1234/',
        items: {
          $id: 'folder/',
          items: { $ref: 'integer.json' },
          $defs: { i: { $id: 'integer.json', type: 'integer' } },
        },
      },
      [[[1]]],
      [[['a']]],
    ],
    [
      'ref: refs with relative uris and defs',
      {
        $id: 'http://example.com/one.json',
        properties: {
          foo: {
            $id: 'two.json',
            $defs: { inner: { properties: { bar: { type: 'string' } } } },
            $ref: '#/$defs/inner',
          },
        },
        $ref: 'two.json',
      },
      [{ foo: { bar: 'a' }, bar: 'a' }],
      [
        { foo: { bar: 1 }, bar: 'a' },
        { foo: { bar: 'a' }, bar: 1 },
      ],
    ],
    [
      'ref: order of evaluation: $id and $anchor and $ref',
      {
        $id: '/ref-and-id2/base.json',
        $ref: '#bigint',
        $defs: {
          bigint: { $anchor: 'bigint', maximum: 10 },
          smallint: { $id: '/ref-and-id2/', $anchor: 'bigint', maximum: 2 },
        },
      },
      [5],
      [50],
    ],
    [
      'ref: URN ref with nested pointer ref',
      {
        $ref: 'urn:uuid:deadbeef-4321-ffff-ffff-1234feebdaed',
        $defs: {
          foo: {
            $id: 'urn:uuid:deadbeef-4321-ffff-ffff-1234feebdaed',
            $defs: { bar: { type: 'string' } },
            $ref: '#/$defs/bar',
          },
        },
      },
      ['bar'],
      [12],
    ],
    [
      'ref: escaped pointer ref, empty tokens in $ref json-pointer',
      {
        $defs: { 'a~/%"': { type: 'integer' }, '': { $defs: { '': { type: 'number' } } } },
        properties: { a: { $ref: '#/$defs/a~0~1%25%22' }, b: { $ref: '#/$defs//$defs/' } },
      },
      [{ a: 1, b: 1 }],
      [{ a: 'x' }, { b: 'x' }],
    ],
    [
      'unknownKeyword: $id inside an unknown keyword is not a real identifier',
      {
        $defs: {
          unknown: { not: { array_of_schemas: [{ $id: `${HERE}/mine.json`, type: 'null' }] } },
          real: { $id: `${HERE}/mine.json`, type: 'string' },
        },
        $ref: `${HERE}/mine.json`,
      },
      ['a'],
      [null],
    ],
    [
      'optional/refOfUnknownKeyword: reference of an arbitrary keyword of a sub-schema',
      {
        properties: { foo: { more: { 'a/b': [{ type: 'integer' }] } }, bar: { $ref: '#/properties/foo/more/a~1b/0' } },
      },
      [{ bar: 3 }],
      [{ bar: true }],
    ],
    [
      'dynamicRef: A $dynamicRef resolves to the first $dynamicAnchor still in scope',
      { $id: `${HERE}/typical/root`, $ref: 'list', $defs: { foo: STRING_ITEMS, list: ANY_LIST } },
      [['foo', 'bar']],
      [['foo', 42]],
    ],
    [
      'dynamicRef: A $dynamicRef without anchor in fragment behaves identical to $ref',
      {
        $id: `${HERE}/pointer/root`,
        $ref: 'list',
        $defs: {
          foo: STRING_ITEMS,
          list: {
            ...listWith({ $dynamicAnchor: 'items', type: 'number' }),
            items: { $dynamicRef: '#/$defs/items' },
          },
        },
      },
      [[24, 42]],
      [['foo', 'bar']],
    ],
    [
      'dynamicRef: intermediate scopes that do not include a matching $dynamicAnchor',
      {
        $id: `${HERE}/intermediate/root`,
        $ref: 'between',
        $defs: { foo: STRING_ITEMS, between: { $id: 'between', $ref: 'list' }, list: ANY_LIST },
      },
      [['foo', 'bar']],
      [['foo', 42]],
    ],
    [
      'dynamicRef: An $anchor with the same name as a $dynamicAnchor is not used',
      {
        $id: `${HERE}/anchors/root`,
        $ref: 'list',
        $defs: { foo: { $anchor: 'items', type: 'string' }, list: ANY_LIST },
      },
      [['foo', 42]],
      [],
    ],
    [
      'dynamicRef: without a matching $dynamicAnchor in the same schema resource',
      {
        $id: `${HERE}/bookend/root`,
        $ref: 'list',
        $defs: { foo: STRING_ITEMS, list: listWith({ $anchor: 'items', $dynamicAnchor: 'foo' }) },
      },
      [['foo', 42]],
      [],
    ],
    [
      'dynamicRef: initially resolves to a schema with a matching $dynamicAnchor',
      {
        $id: `${HERE}/relative/root`,
        $dynamicAnchor: 'meta',
        properties: { foo: { const: 'pass' } },
        $ref: 'extended',
        $defs: {
          extended: { $id: 'extended', $dynamicAnchor: 'meta', properties: { bar: { $ref: 'bar' } } },
          bar: { $id: 'bar', properties: { baz: { $dynamicRef: 'extended#meta' } } },
        },
      },
      [{ foo: 'pass', bar: { baz: { foo: 'pass' } } }],
      [{ foo: 'pass', bar: { baz: { foo: 'fail' } } }],
    ],
    [
      'dynamicRef: multiple dynamic paths to the $dynamicRef keyword',
      JSON.parse(`{
        "$id": "${HERE}/paths/main",
        "if": { "properties": { "kindOfList": { "const": "numbers" } }, "required": ["kindOfList"] },
        "then": { "$ref": "numberList" },
        "else": { "$ref": "stringList" },
        "$defs": {
          "genericList": {
            "$id": "genericList",
            "properties": { "list": { "items": { "$dynamicRef": "#itemType" } } },
            "$defs": { "default": { "$dynamicAnchor": "itemType" } }
          },
          "numberList": {
            "$id": "numberList", "$ref": "genericList",
            "$defs": { "itemType": { "$dynamicAnchor": "itemType", "type": "number" } }
          },
          "stringList": {
            "$id": "stringList", "$ref": "genericList",
            "$defs": { "itemType": { "$dynamicAnchor": "itemType", "type": "string" } }
          }
        }
      }`),
      [
        { kindOfList: 'numbers', list: [1.1] },
        { kindOfList: 'strings', list: ['foo'] },
      ],
      [
        { kindOfList: 'numbers', list: ['foo'] },
        { kindOfList: 'strings', list: [1.1] },
      ],
    ],
    [
      'dynamicRef: after leaving a dynamic scope, it is not used by a $dynamicRef',
      JSON.parse(`{
        "$id": "${HERE}/leaving/main",
        "if": { "$id": "first_scope", "$defs": { "thingy": { "$dynamicAnchor": "thingy", "type": "number" } } },
        "then": {
          "$id": "second_scope", "$ref": "start",
          "$defs": { "thingy": { "$dynamicAnchor": "thingy", "type": "null" } }
        },
        "$defs": {
          "start": { "$id": "start", "$dynamicRef": "inner_scope#thingy" },
          "thingy": { "$id": "inner_scope", "$dynamicAnchor": "thingy", "type": "string" }
        }
      }`),
      [null],
      ['a string', 42],
    ],
    [
      'dynamicRef: strict-tree schema, guards against misspelled properties',
      {
        $id: 'http://localhost:1234/strict-tree.json',
        $dynamicAnchor: 'node',
        $ref: 'tree.json',
        unevaluatedProperties: false,
        $defs: {
          tree: {
            $id: 'tree.json',
            $dynamicAnchor: 'node',
            properties: { data: true, children: { type: 'array', items: { $dynamicRef: '#node' } } },
          },
        },
      },
      [{ children: [{ data: 1 }] }],
      [{ children: [{ daat: 1 }] }],
    ],
    [
      'dynamicRef: $dynamicRef points to a boolean schema',
      {
        $defs: { true: true, false: false },
        properties: { true: { $dynamicRef: '#/$defs/true' }, false: { $dynamicRef: '#/$defs/false' } },
      },
      [{ true: 1 }],
      [{ false: 1 }],
    ],
  ])('draft2020-12, %s', (_, schema, valid, invalid) => {
    for (const data of valid) expect([data, isValid(schema, data)]).toEqual([data, true])
    for (const data of invalid) expect([data, isValid(schema, data)]).toEqual([data, false])
  })
})

test('a schema of a thousand definitions and data of its kind are judged', () => {
  const names = Array.from({ length: 1000 }, (_, number) => `d${number}`)
  const $defs = Object.fromEntries(
    names.map((name, number) => [
      name,
      { properties: { next: { $ref: `#/$defs/d${(number + 1) % 1000}` } }, minProperties: 0 },
    ]),
  )
  expect(isValid({ $ref: '#/$defs/d0', $defs }, { next: { next: {} } })).toBe(true)
})

test('a schema with too many ways to its $dynamicRefs is refused', () => {
  const parts = Array.from({ length: 30 }, (_, number) => [
    `r${number}`,
    {
      $id: `r${number}`,
      $dynamicAnchor: `a${number}`,
      anyOf: [{ $ref: `r${number + 1}` }, { $ref: `r${number + 2}` }],
    },
  ])
  const schema = { $ref: 'r0', $defs: Object.fromEntries(parts) }
  expect(outcomeOf(schema, 1)).toMatchObject({
    ok: false,
    error: { message: 'Schema must not have so many ways to its $dynamicRefs' },
  })
})

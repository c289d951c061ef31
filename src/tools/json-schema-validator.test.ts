import { describe, expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { jsonSchemaValidator } from './json-schema-validator.tool.ts'

const outcomeOf = (schema: unknown, data: unknown, more = {}) =>
  runTool(jsonSchemaValidator, { schema: JSON.stringify(schema), data: JSON.stringify(data), ...more })
const run = (schema: unknown, data: unknown, more = {}) => {
  const outcome = outcomeOf(schema, data, more)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}

// JSON Schema Test Suite, tests/draft2020-12: file, schema, valid data, invalid data.
describe('JSON Schema Test Suite', () => {
  test.each<[string, unknown, unknown[], unknown[]]>([
    ['allOf', { allOf: [{ maximum: 30 }, { minimum: 20 }] }, [25], [35]],
    ['anyOf', { anyOf: [{ type: 'integer' }, { minimum: 2 }] }, [1, 2.5, 3], [1.5]],
    ['boolean_schema', false, [], [1, 'foo', true, null, {}, []]],
    ['const', { const: { foo: 'bar', baz: 'bax' } }, [{ baz: 'bax', foo: 'bar' }], [{ foo: 'bar' }, [1, 2]]],
    ['contains', { contains: { minimum: 5 } }, [[3, 4, 5], {}], [[2, 3, 4], []]],
    ['dependentRequired', { dependentRequired: { bar: ['foo'] } }, [{}, { foo: 1, bar: 2 }, ['bar']], [{ bar: 2 }]],
    ['enum', { enum: [6, 'foo', [], true, { foo: 12 }] }, [[], { foo: 12 }], [null, { foo: false }]],
    ['exclusiveMaximum', { exclusiveMaximum: 3 }, [2.2, 'x'], [3, 3.5]],
    [
      'if-then-else',
      JSON.parse('{"if":{"exclusiveMaximum":0},"then":{"minimum":-10},"else":{"multipleOf":2}}'),
      [-1, 4],
      [-100, 3],
    ],
    ['items', { items: { type: 'integer' } }, [[1, 2, 3], { foo: 'bar' }], [[1, 'x']]],
    ['maxLength', { maxLength: 2 }, ['f', 'fo', 100, '\u{1F4A9}\u{1F4A9}'], ['foo']],
    ['multipleOf', { multipleOf: 0.0001 }, [0.0075], [0.00751]],
    ['not', { not: { type: ['integer', 'boolean'] } }, ['foo'], [1, true]],
    ['oneOf', { oneOf: [{ type: 'integer' }, { minimum: 2 }] }, [1, 2.5], [3, 1.5]],
    ['pattern', { pattern: '^a*$' }, ['aaa', true, 123], ['abc']],
    ['propertyNames', { propertyNames: { maxLength: 3 } }, [{ f: {}, foo: {} }, {}], [{ foo: {}, foobar: {} }]],
    ['required', { properties: { foo: {}, bar: {} }, required: ['foo'] }, [{ foo: 1 }, []], [{ bar: 1 }]],
    [
      'unevaluatedProperties',
      { properties: { foo: { type: 'string' } }, unevaluatedProperties: false },
      [{ foo: 'foo' }],
      [{ foo: 'foo', bar: 'bar' }],
    ],
    [
      'uniqueItems',
      { uniqueItems: true },
      [
        [1, 2],
        [1, true],
        [{ foo: 'bar' }, { foo: 'baz' }],
      ],
      [
        [1, 1],
        [{ foo: 1 }, { foo: 1 }],
      ],
    ],
    [
      'dynamicRef: like $ref to $anchor in the same resource',
      {
        type: 'array',
        items: { $dynamicRef: '#items' },
        $defs: { foo: { $dynamicAnchor: 'items', type: 'string' } },
      },
      [['foo', 'bar']],
      [['foo', 42]],
    ],
    [
      'dynamicRef: to an $anchor, beside a $ref',
      {
        $ref: '#/$defs/long',
        $dynamicRef: '#a',
        $defs: { a: { $anchor: 'a', type: 'string' }, long: { minLength: 2 } },
      },
      ['ab'],
      ['a', 12],
    ],
    ['required: names of Object.prototype', { required: ['__proto__', 'toString', 'constructor'] }, [12], [{}]],
    [
      'properties: names of Object.prototype',
      JSON.parse(
        '{"properties":{"__proto__":{"type":"number"},"toString":{"properties":{"length":{"type":"string"}}}}}',
      ),
      [{}, { toString: { length: 'x' } }],
      [JSON.parse('{"__proto__":"foo"}'), { toString: { length: 37 } }],
    ],
    ['anchor', { $ref: '#foo', $defs: { A: { $anchor: 'foo', type: 'integer' } } }, [1], ['a']],
  ])('%s', (_, schema, valid, invalid) => {
    for (const data of valid) expect([data, run(schema, data).valid]).toEqual([data, true])
    for (const data of invalid) expect([data, run(schema, data).valid]).toEqual([data, false])
  })
})

test('every problem once, with its place in the data', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'integer', minimum: 3 }, 'b/c': { $ref: '#/$defs/x' } },
    $defs: { x: { enum: [1] } },
    required: ['z'],
    additionalProperties: false,
  }
  const { errors } = run(schema, { a: 2.5, 'b/c': 3, d: 1 }) as unknown as {
    errors: { path: string; keyword: string }[]
  }
  expect(errors.map(({ path, keyword }) => [path, keyword])).toEqual([
    ['', 'required'],
    ['/a', 'type'],
    ['/a', 'minimum'],
    ['/b~1c', 'enum'],
    ['/d', 'false'],
  ])
})

// JSON Schema 2020-12, Core, section 12.3: the keywordLocation has every keyword on the way, $ref too.
test.each([
  [{ unevaluatedProperties: false }, { b: 1 }, '/b', '/unevaluatedProperties'],
  [{ additionalProperties: false }, { b: 1 }, '/b', '/additionalProperties'],
  [{ items: false }, [1], '/0', '/items'],
  [{ unevaluatedItems: false }, [1], '/0', '/unevaluatedItems'],
  [{ properties: { a: false } }, { a: 1 }, '/a', '/properties/a'],
  [{ patternProperties: { '^a/': false } }, { 'a/b': 1 }, '/a~1b', '/patternProperties/^a~1'],
  [{ properties: { a: { allOf: [true, false] } } }, { a: 1 }, '/a', '/properties/a/allOf/1'],
  [{ $ref: '#/$defs/no', $defs: { no: false } }, 1, '', '/$ref'],
  [{ propertyNames: false }, { a: 1 }, '/a', '/propertyNames'],
  [false, 1, '', ''],
])('false in %j has the place in the schema', (schema, data, path, schemaPath) => {
  expect(run(schema, data)).toMatchObject({
    count: 1,
    errors: [{ path, message: 'Nothing is allowed here.', keyword: 'false', schemaPath }],
  })
})

// JSON Schema 2020-12, Validation, sections 6.5.1 and 6.5.4.
test.each([
  [{ maxProperties: 1 }, { a: 1, b: 2 }, '/maxProperties', 'Instance does not have at most 1 properties.'],
  [{ minProperties: 1 }, {}, '/minProperties', 'Instance does not have at least 1 properties.'],
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }, '/dependentRequired', 'Instance has "a" but does not have "b".'],
  [
    { properties: { dependantRequired: { dependentRequired: { a: ['b'] } } } },
    { dependantRequired: { a: 1 } },
    '/properties/dependantRequired/dependentRequired',
    'Instance has "a" but does not have "b".',
  ],
])('the words and the place of %j', (schema, data, schemaPath, message) => {
  expect(run(schema, data)).toMatchObject({ count: 1, errors: [{ schemaPath, message }] })
})

test('drafts: by $schema, or as chosen', () => {
  const schema = { items: [{ type: 'integer' }], additionalItems: false }
  expect(run({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' }, [1, 2])).toMatchObject({
    valid: false,
    draft: '7',
  })
  expect(run({ type: 'integer' }, 1).draft).toBe('2020-12')
  expect(run({ maximum: 3, exclusiveMaximum: true }, 3, { draft: '4' }).valid).toBe(false)
})

// JSON Schema, draft 4, section 4.2 and draft 2019-09, section 4.3.1: keywords that are not known are ignored.
test.each([
  ['4', JSON.parse('{"const":1,"if":{},"then":false}')],
  ['4', { items: { contains: { type: 'null' } } }],
  ['7', { properties: { a: { dependentRequired: { b: ['c'] } } }, unevaluatedItems: false }],
  ['2019-09', { prefixItems: [{ type: 'string' }] }],
])('draft %s does not know %j', (draft, schema) => {
  expect(run(schema, [[2]], { draft }).valid).toBe(true)
  expect(run({ properties: { const: { type: 'string' } } }, { const: 1 }, { draft }).valid).toBe(false)
})

test('formats can be remarks only', () => {
  const schema = { properties: { format: { format: 'date' } } }
  expect(run(schema, { format: '2020-02-30' }).valid).toBe(false)
  expect(run(schema, { format: '2020-02-29' }).valid).toBe(true)
  expect(run(schema, { format: '2020-02-30' }, { checkFormats: false }).valid).toBe(true)
  expect(run({ const: { format: 'x' } }, {}, { checkFormats: false }).valid).toBe(false)
})

// JSON Schema Test Suite, tests/draft2020-12/optional/format.
test.each([
  [
    'time',
    ['08:30:06Z', '08:30:06.283185Z', '08:30:06+00:20', '23:59:60Z', '15:59:60-08:00', '01:29:60+01:30'],
    [...['08:30:06', '24:00:00Z', '22:59:60Z', '23:59:60+01:00', '01:02:03+24:00', '01:02:03+00:60', '8:3:6Z']],
  ],
  [
    'date-time',
    ['1963-06-19T08:30:06.283185Z', '1990-12-31T15:59:60.123-08:00', '1963-06-19t08:30:06z'],
    [
      ...['1998-12-31T22:59:60Z', '1998-12-31T23:59:61Z', '1990-02-31T15:59:59.123-08:00', '2013-350T01:01:01'],
      ...['06/19/1963 08:30:06 PST', '1963-06-19T08:30:06.28123+01:00Z', '1963-06-19 08:30:06Z'],
    ],
  ],
  [
    'duration',
    [...['P4DT12H30M5S', 'P4Y', 'PT0S', 'P0D', 'P1M', 'PT1M', 'PT36H', 'P1DT12H', 'P2W'], 'P1Y2M', 'P1M2D', 'PT1M2S'],
    [
      ...['4DT12H30M5S', 'PT1D', 'P', 'P1YT', 'PT', 'P2D1Y', 'P1D2H', 'P2S', 'P1Y2W', 'P২Y'],
      // RFC 3339, appendix A: dur-second is of digits alone, and behind years come months, behind hours minutes.
      ...['PT0.5S', 'P1.5D', 'P1Y2D', 'PT1H2S'],
    ],
  ],
  ['ipv4', ['192.168.0.1', '87.10.0.1', '0.0.0.0'], ['087.10.0.1', '256.256.256.256', '127.0.0.0.1', '127.0']],
  [
    'email',
    [
      'joe.bloggs@example.com',
      '"joe bloggs"@example.com',
      '"joe@bloggs"@example.com',
      'joe@[127.0.0.1]',
      'joe@[IPv6:::1]',
    ],
    [...['2962', '.test@example.com', 'joe@[127.0.0.300]', '"joe"bloggs"@example.com', 'joe@-example.com']],
  ],
  [
    'uri',
    [
      ...['http://foo.bar/?baz=qux#quux', 'http://087.10.0.1/', 'http://a.com:', 'http://:80', 'http://user@'],
      ...['ldap://[2001:db8::7]/c=GB?objectClass?one', 'mailto:John.Doe@example.com', "http://!$&'()*+,;=.com"],
      ...["http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com", 'urn:oasis:names:specification:docbook:dtd:xml:4.1.2'],
    ],
    [
      ...['http://example.com:abc/path', 'http://a.com:8:0', 'http://a.com::', 'https://[@example.org/test.txt'],
      ...['https://example.org/foobar".txt', 'http://example.com/%6G', 'http://example.com/%A', '//foo.bar/', 'abc'],
    ],
  ],
  [
    'uri-template',
    [...['dictionary/{term:1}/{term}', '{a.b}', '{%41}', '{v:1000}', "a'b", 'a%41b', '{+x,y*}', 'a\u{1F600}b', '']],
    [
      ...['http://example.com/dictionary/{term:1}/{term', '{}', '{a,,b}', '{a,}', '{a..b}', '{v:0}', '{v:10000}'],
      ...['{var=def}', '{,+var}', '{%4}', 'a%4', 'foo}bar', 'a b', 'a\u007fb'],
    ],
  ],
  [
    'uuid',
    ['2eb8aa08-AA98-11ea-B4Aa-73B441D16380', '99c17cbb-656f-f64a-940f-1a4568f03487'],
    ['2eb8aa08aa9811eab4aa73b441d16380', 'URN:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380'],
  ],
  [
    'uri-reference',
    ['', '//', '?query=1', '#fragment', 'abc', './this:that', '//[V1.fe]/p', 'http://999.999.999.999/'],
    [
      ...['/a"b', '/[::1]', '//example.com:abc/p', '//a@b@example.com/', '//[::ffff:192.168.0.01]/p', '1:b'],
      ...['/p\n', '/%zz', '/foobar®.txt', '#frag\\ment'],
    ],
  ],
])('the format %s', (format, valid, invalid) => {
  for (const data of valid) expect([data, run({ format }, data).valid]).toEqual([data, true])
  for (const data of invalid) expect([data, run({ format }, data).valid]).toEqual([data, false])
})

test('data that is no JSON gets a verdict', () => {
  const outcome = runTool(jsonSchemaValidator, { schema: '{}', data: '{"a":}' })
  expect(outcome).toMatchObject({ ok: true, outputs: { valid: false, count: 1, errors: [{ keyword: 'JSON' }] } })
})

test.each([
  ['[]', 'Schema must be an object, true or false'],
  // JSON Schema 2020-12, Validation, sections 6.1 to 6.5, and Core, section 10.
  [
    '{"type":"strin"}',
    'Schema must be one of draft 2020-12, but at /type it is not: Instance does not match any of ["array","boolean","integer","null","number","object","string"].',
  ],
  [
    '{"enum":1}',
    'Schema must be one of draft 2020-12, but at /enum it is not: Instance type "number" is invalid. Expected "array".',
  ],
  [
    '{"required":5}',
    'Schema must be one of draft 2020-12, but at /required it is not: Instance type "number" is invalid. Expected "array".',
  ],
  [
    '{"not":null}',
    'Schema must be one of draft 2020-12, but at /not it is not: Instance type "null" is invalid. Expected "object", "boolean".',
  ],
  [
    '{"properties":{"a/b":{"minimum":"5"}}}',
    'Schema must be one of draft 2020-12, but at /properties/a~1b/minimum it is not: Instance type "string" is invalid. Expected "number".',
  ],
  [
    '{"anyOf":[{},{"minLength":-1}]}',
    'Schema must be one of draft 2020-12, but at /anyOf/1/minLength it is not: -1 is less than 0.',
  ],
  [
    '{"$defs":[]}',
    'Schema must be one of draft 2020-12, but at /$defs it is not: Instance type "array" is invalid. Expected "object".',
  ],
  ['{', /^Schema must be JSON: /],
  ['{"pattern":"("}', /^Schema must have regular expressions of ECMA-262: /],
  ['{"$ref":"#/nope"}', /^Schema must not refer to what it does not contain: /],
  [
    '{"$dynamicRef":"#a","$defs":{"b":{"$id":"b","$dynamicAnchor":"a"},"c":{"$id":"c","$dynamicAnchor":"a"}}}',
    'Schema must not refer to what it does not contain: Unresolved $ref "#a"',
  ],
  ['{"$ref":"#"}', /^Schema must not refer to itself without end/],
  ['{"$ref":"http://["}', /^Schema must have addresses \(URIs\) as \$id and \$ref/],
  ['{"$id":"urn:a:b","$defs":{"c":{"$id":"d"}}}', /^Schema must have addresses \(URIs\) as \$id and \$ref/],
  ['{"$defs":{"a":{"$id":"x"},"b":{"$id":"x"}}}', /^Schema must have each \$id once/],
])('the schema %s is refused', (schema, message) => {
  const outcome = runTool(jsonSchemaValidator, { schema, data: '"x"' })
  if (outcome.ok) throw new Error('was accepted')
  expect(outcome.error.details?.[0]?.field).toBe('schema')
  expect(outcome.error.message).toMatch(message)
})

test('what is data in a schema, and what no draft knows, is not looked at', () => {
  expect(run({ const: { type: 5 }, enum: [{ type: 5 }], default: { not: 1 }, more: { type: 'x' } }, 1).valid).toBe(
    false,
  )
  expect(run({ properties: { type: { type: 'string' }, required: true } }, { type: 'a' }).valid).toBe(true)
})

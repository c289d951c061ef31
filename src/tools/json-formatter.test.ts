import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { jsonFormatter } from './json-formatter.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(jsonFormatter, input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}
const problem = (input: Record<string, unknown>) => {
  const outcome = runTool(jsonFormatter, input)
  return outcome.ok ? undefined : outcome.error
}
const validate = (json: string) => run({ json, action: 'validate' })

// JSONTestSuite, test_parsing, files y_*.json: a parser must accept them.
test.each([
  '[[]   ]',
  '[""]',
  '[]',
  '["a"]',
  '[false]',
  '[null, 1, "1", {}]',
  '[1,null,null,null,2]',
  '[1\n]',
  ' [1]',
  '[2] ',
  '[123e65]',
  '[0e+1]',
  '[0e1]',
  '[ 4]',
  '[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]\n',
  '[20e1]',
  '[-0]',
  '[-123]',
  '[1E22]',
  '[1E-2]',
  '[1E+2]',
  '[123.456e78]',
  '{"a":"b","a":"c"}',
  '{"":0}',
  '{"foo\\u0000bar": 42}',
  '["\\uD801\\udc37"]',
  '["\\uDFAA"]',
  '["\\"\\\\\\/\\b\\f\\n\\r\\t"]',
  '["a/*b*/c/*d//e"]',
  '["\u007f"]',
  '["\u2028\u2029"]',
  '["\ud800"]',
  '"asd"',
  'false',
  '42',
  'true',
])('y: %j is valid', (json) => {
  expect(validate(json)).toEqual({ valid: true })
})

// JSONTestSuite, test_parsing, files n_*.json: a parser must refuse them. Columns: where the grammar first breaks.
test.each([
  ['[1 true]', 4],
  ['["": 1]', 4],
  ['[""],', 5],
  ['[,1]', 2],
  ['[1,,2]', 4],
  ['["x"]]', 6],
  ['["",]', 5],
  ['["x"', 5],
  ['[1:2]', 3],
  ['[-]', 3],
  ['[-01]', 4],
  ['[-2.]', 5],
  ['[.123]', 2],
  ['[0.1.2]', 5],
  ['[0.e1]', 4],
  ['[0e]', 4],
  ['[0e+]', 5],
  ['[1.0e-]', 7],
  ['[012]', 3],
  ['[+1]', 2],
  ['[0x1]', 3],
  ['[1ea]', 4],
  ['[NaN]', 2],
  ['[-Infinity]', 3],
  ['[1 000.0]', 4],
  ['[nul]', 5],
  ['[tru]', 5],
  ['{"x"::"b"}', 6],
  ['{"a" b}', 6],
  ['{:"b"}', 2],
  ['{"a"', 5],
  ['{"a":', 6],
  ['{"id":0,}', 9],
  ['{"id":0,,}', 9],
  ["{'a':0}", 2],
  ['{a: "b"}', 2],
  ['{1:1}', 2],
  ['{"a":"b"}/**/', 10],
  ['{"a":"b"}//', 10],
  ['{"a":"a" 123}', 10],
  ['["\\x00"]', 4],
  ['["\\u00A"]', 4],
  ['["\\', 4],
  ['["\ta"]', 3],
  ['["\u0000"]', 3],
  ['"', 2],
  ['abc', 1],
  [' ', 2],
  ['1]', 2],
  ['{}}', 3],
  ['\ufeff{}', 1],
  ['\u00a0[]', 1],
  ['[\u000c]', 2],
  ['[\u2060]', 2],
  ['*', 1],
  ['<null>', 1],
  ['[', 2],
  [']', 1],
  ['{', 2],
  [',', 1],
])('n: %j breaks at column %d', (json, column) => {
  expect(validate(json)).toMatchObject({ valid: false, line: 1, column })
  expect(() => JSON.parse(json)).toThrow(SyntaxError)
})

describe('the place of the problem', () => {
  test.each([
    ['{\n  "a": 1,\n  "b" 2\n}', 3, 7],
    ['{\r\n"a":\r\n}', 3, 1],
    ['[1,\r2,\r]', 3, 1],
    ['["😀", x]', 1, 7],
    ['[\n', 2, 1],
  ])('%j: line %d, column %d', (json, line, column) => {
    expect(validate(json)).toMatchObject({ valid: false, line, column })
  })

  test('is in the message where there is nothing to format', () => {
    for (const action of ['format', 'minify'])
      expect(problem({ json: '[1,]', action })).toEqual({
        code: 'INVALID_INPUT',
        message: 'Line 1, column 4: There must be no comma before ]',
        details: [{ field: 'json', message: 'Line 1, column 4: There must be no comma before ]' }],
      })
  })

  test.each([
    [']', 'Expected a value'],
    ['[1', 'Expected , or ], but the text ends here'],
    ["['a']", 'Expected double quotes'],
    ['[1] // one', 'JSON has no comments'],
    ['\ufeff[]', 'JSON text must not start with a byte order mark'],
    ['"a\nb"', 'A control character in a string must be written as an escape'],
    ['01', 'A number must not start with 0'],
  ])('%j: %s', (json, message) => {
    expect(validate(json).message).toBe(message)
  })
})

describe('what was written stays', () => {
  const json = '{"b":1.0,"a":12345678901234567890,"a":1e400,"c":"\\u00e9\\/"}'

  test('when it is minified', () => {
    expect(run({ json: json.replaceAll(',', ' ,\n '), action: 'minify' }).result).toBe(json)
  })

  test('when it is formatted', () => {
    expect(run({ json, indent: 4 }).result).toBe(
      '{\n    "b": 1.0,\n    "a": 12345678901234567890,\n    "a": 1e400,\n    "c": "\\u00e9\\/"\n}',
    )
  })

  test('when its names are sorted, at every level and by what the escapes mean', () => {
    const result = run({
      json: '[{"b":[{"d":1,"c":2}],"a":{},"\\u0061":[]}, 3]',
      action: 'minify',
      sortKeys: true,
    }).result
    expect(result).toBe('[{"a":{},"\\u0061":[],"b":[{"c":2,"d":1}]},3]')
  })
})

describe('depth', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

  test('of 100,000 is no problem to read', () => {
    expect(validate(deep)).toEqual({ valid: true })
    expect(run({ json: deep, action: 'minify', sortKeys: true }).result).toBe(deep)
    const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    expect(run({ json: objects, action: 'minify', sortKeys: true }).result).toBe(objects)
  })

  // JSONTestSuite, n_structure_100000_opening_arrays.json
  test('of 100,000 arrays that nobody closes is a verdict', () => {
    expect(validate('['.repeat(100_000))).toMatchObject({ valid: false, line: 1, column: 100_001 })
  })

  test('that would need gigabytes of spaces is refused', () => {
    expect(problem({ json: deep, indent: 8 })).toMatchObject({
      code: 'INVALID_INPUT',
      details: [{ field: 'json', message: expect.stringContaining('10 million characters') }],
    })
  })
})

test('the indent is 1 to 8 spaces, 2 unless told', () => {
  expect(run({ json: '[1]' }).result).toBe('[\n  1\n]')
  expect(run({ json: '[1]', indent: 1 }).result).toBe('[\n 1\n]')
  expect(problem({ json: '[1]', indent: 9 })?.message).toBe('Indent must be at most 8')
  expect(problem({ json: '[1]', indent: 0 })?.message).toBe('Indent must be at least 1')
  expect(problem({ action: 'validate' })?.message).toBe('JSON is required')
})

test('formatting is what JSON.stringify does, and minifying undoes it', () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1, max: 8 }), (json, indent) => {
      const value = JSON.parse(json)
      const minified = run({ json, action: 'minify' }).result
      const formatted = run({ json, indent }).result
      expect(JSON.parse(String(formatted))).toEqual(value)
      expect(run({ json: formatted, action: 'minify' }).result).toBe(minified)
      expect(run({ json: JSON.stringify(value), indent }).result).toBe(JSON.stringify(value, null, indent))
    }),
  )
})

test('sorting names changes no value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const sorted = run({ json: JSON.stringify(value), action: 'minify', sortKeys: true }).result
      expect(JSON.parse(String(sorted))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('what is accepted is what JSON.parse accepts', () => {
  const piece = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '"a"', '\\', '0', '-', '1.', 'e', 'null', ' ', '\n')
  const broken = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(broken, (json) => {
      let accepted = true
      try {
        JSON.parse(json)
      } catch {
        accepted = false
      }
      expect(validate(json).valid).toBe(accepted)
    }),
    { numRuns: 2000 },
  )
})

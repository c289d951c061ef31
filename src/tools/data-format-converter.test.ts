import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { dataFormatConverter } from './data-format-converter.tool.ts'

const outcomeOf = (input: Record<string, unknown>) => runTool(dataFormatConverter, input)
const run = (input: Record<string, unknown>) => {
  const outcome = outcomeOf(input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}
const yaml = (text: string) => run({ text, from: 'yaml', to: 'json' }).json
const toml = (text: string) => run({ text, from: 'toml', to: 'json' }).json

describe('YAML 1.2.2, chapters 2 and 10', () => {
  test.each([
    ['2.1', '- Mark McGwire\n- Sammy Sosa\n- Ken Griffey\n', ['Mark McGwire', 'Sammy Sosa', 'Ken Griffey']],
    [
      '2.2',
      'hr:  65    # Home runs\navg: 0.278 # Batting average\nrbi: 147   # Runs Batted In\n',
      { hr: 65, avg: 0.278, rbi: 147 },
    ],
    [
      '2.6',
      'Mark McGwire: {hr: 65, avg: 0.278}\nSammy Sosa: {\n    hr: 63,\n    avg: 0.288,\n }\n',
      { 'Mark McGwire': { hr: 65, avg: 0.278 }, 'Sammy Sosa': { hr: 63, avg: 0.288 } },
    ],
    [
      '2.7: two documents',
      '# Ranking of 1998 home runs\n---\n- Mark McGwire\n- Sammy Sosa\n- Ken Griffey\n\n# Team ranking\n---\n- Chicago Cubs\n- St Louis Cardinals\n',
      [
        ['Mark McGwire', 'Sammy Sosa', 'Ken Griffey'],
        ['Chicago Cubs', 'St Louis Cardinals'],
      ],
    ],
    ['2.13: literal', '# ASCII Art\n--- |\n  \\//||\\/||\n  // ||  ||__\n', '\\//||\\/||\n// ||  ||__\n'],
    [
      '2.14: folded',
      "--- >\n  Mark McGwire's\n  year was crippled\n  by a knee injury.\n",
      "Mark McGwire's year was crippled by a knee injury.\n",
    ],
    [
      '2.17: quoted scalars',
      "unicode: \"Sosa did fine.\\u263A\"\ncontrol: \"\\b1998\\t1999\\t2000\\n\"\nhex esc: \"\\x0d\\x0a is \\r\\n\"\n\nsingle: '\"Howdy!\" he cried.'\nquoted: ' # Not a ''comment''.'\ntie-fighter: '|\\-*-/|'\n",
      {
        unicode: 'Sosa did fine.☺',
        control: '\b1998\t1999\t2000\n',
        'hex esc': '\r\n is \r\n',
        single: '"Howdy!" he cried.',
        quoted: " # Not a 'comment'.",
        'tie-fighter': '|\\-*-/|',
      },
    ],
    [
      '2.19: integers',
      'canonical: 12345\ndecimal: +12345\noctal: 0o14\nhexadecimal: 0xC\n',
      { canonical: 12345, decimal: 12345, octal: 12, hexadecimal: 12 },
    ],
    [
      '2.20: floating point',
      'canonical: 1.23015e+3\nexponential: 12.3015e+02\nfixed: 1230.15\nnegative infinity: -.inf\nnot a number: .nan\n',
      { canonical: 1230.15, exponential: 1230.15, fixed: 1230.15, 'negative infinity': null, 'not a number': null },
    ],
    [
      '2.21: miscellaneous',
      "null:\nbooleans: [ true, false ]\nstring: '012345'\n",
      { null: null, booleans: [true, false], string: '012345' },
    ],
    [
      '2.11: mapping between sequences, the key as JSON',
      '? - Detroit Tigers\n  - Chicago cubs\n: - 2001-07-23\n',
      { '["Detroit Tigers","Chicago cubs"]': ['2001-07-23'] },
    ],
    [
      '2.23: explicit tags, the picture shortened',
      '---\nnot-date: !!str 2002-04-28\n\npicture: !!binary |\n R0lGODlhDAAMAIQAAP//9/X\n 17unp5WZmZgAAAOfn515eXv\n\napplication specific tag: !something |\n The semantics of the tag\n above may be different for\n different documents.\n',
      {
        'not-date': '2002-04-28',
        picture: 'R0lGODlhDAAMAIQAAP//9/X\n17unp5WZmZgAAAOfn515eXv\n',
        'application specific tag': 'The semantics of the tag\nabove may be different for\ndifferent documents.\n',
      },
    ],
    [
      '2.25: a set is a mapping of nulls',
      '# Sets are represented as a\n# Mapping where each key is\n# associated with a null value\n--- !!set\n? Mark McGwire\n? Sammy Sosa\n? Ken Griff\n',
      { 'Mark McGwire': null, 'Sammy Sosa': null, 'Ken Griff': null },
    ],
    [
      '2.26: an ordered map is a list of pairs',
      '# Ordered maps are represented as\n# A sequence of mappings, with\n# each mapping having one key\n--- !!omap\n- Mark McGwire: 65\n- Sammy Sosa: 63\n- Ken Griffy: 58\n',
      [{ 'Mark McGwire': 65 }, { 'Sammy Sosa': 63 }, { 'Ken Griffy': 58 }],
    ],
    [
      '10.6: floats by their tag',
      'negative: !!float -1\nzero: !!float 0\npositive: !!float 2.3e4\ninfinity: !!float .inf\nnot a number: !!float .nan\n',
      { negative: -1, zero: 0, positive: 23_000, infinity: null, 'not a number': null },
    ],
    ['2.25 under YAML 1.1', '%YAML 1.1\n--- !!set\n? Mark McGwire\n', { 'Mark McGwire': null }],
    ['2.22: timestamps are text', 'date: 2002-12-14\n', { date: '2002-12-14' }],
  ])('example %s', (_, text, expected) => {
    expect(yaml(text)).toEqual(expected)
  })
})

// YAML 1.2.2, section 5.4: a carriage return is a line break, and every line break is read as a line feed.
test.each([
  ['- a\r- b\r', ['a', 'b']],
  ['{"a":1,\r"b":2}', { a: 1, b: 2 }],
  ['a: |\r\n  x\r  y\n', { a: 'x\ny\n' }],
  ['"\\r"', '\r'],
])('the line breaks of %j', (text, expected) => {
  expect(yaml(text)).toEqual(expected)
  expect(yaml(String(run({ text: JSON.stringify(expected), from: 'json', to: 'yaml' }).yaml))).toEqual(expected)
})

test('a float by its tag that is none is refused', () => {
  expect(outcomeOf({ text: 'a: !!float abc', from: 'yaml', to: 'json' })).toMatchObject({
    ok: false,
    error: {
      details: [{ field: 'text', message: 'Text must be YAML: line 1, column 4: Not a floating point number' }],
    },
  })
})

describe('TOML 1.0.0', () => {
  test.each([
    [
      'strings',
      'a = "I\'m a string. \\"You can quote me\\". Name\\tJos\\u00E9\\nLocation\\tSF."',
      {
        a: 'I\'m a string. "You can quote me". Name\tJos\u00E9\nLocation\tSF.',
      },
    ],
    [
      'multi-line, folded',
      'a = """\\\n       The quick brown \\\n       fox jumps over \\\n       the lazy dog.\\\n       """',
      {
        a: 'The quick brown fox jumps over the lazy dog.',
      },
    ],
    [
      'integers',
      'a = 1_000\nb = 0xDEADBEEF\nc = 0o755\nd = 0b11010110\ne = -17',
      {
        a: 1000,
        b: 3735928559,
        c: 493,
        d: 214,
        e: -17,
      },
    ],
    ['floats', 'a = 6.626e-34\nb = 224_617.445_991_228\nc = -inf', { a: 6.626e-34, b: 224617.445991228, c: null }],
    [
      'dates',
      'odt = 1979-05-27T07:32:00Z\nldt = 1979-05-27T07:32:00\nld = 1979-05-27\nlt = 07:32:00',
      {
        odt: '1979-05-27T07:32:00Z',
        ldt: '1979-05-27T07:32:00',
        ld: '1979-05-27',
        lt: '07:32:00',
      },
    ],
    ['inline tables', 'animal = { type.name = "pug" }', { animal: { type: { name: 'pug' } } }],
  ])('%s', (_, text, expected) => {
    expect(toml(text)).toEqual(expected)
  })

  test.each([
    ['a key twice', 'name = "Tom"\nname = "Pradyun"', 2],
    ['no value', 'key = # INVALID', 1],
    ['two pairs in a line', 'first = "Tom" last = "Preston-Werner"', 1],
    ['toml-test, invalid/datetime/feb-30', 'a = 1\n"feb" = 1988-02-30T15:15:15Z', 2],
    ['toml-test, invalid/local-date/feb-29', 'x = [\n  2021-02-28,\n  "", 2021-02-29\n]', 3],
    ['a day too many before a time', 'a = 2021-04-31 07:32:00', 1],
  ])('invalid: %s', (_, text, line) => {
    const outcome = outcomeOf({ text, from: 'toml', to: 'json' })
    expect(outcome).toMatchObject({ ok: false, error: { details: [{ field: 'text' }] } })
    if (!outcome.ok)
      expect(outcome.error.message).toMatch(new RegExp(`^Text must be TOML: line ${line}, column \\d+: `))
  })
})

// TOML 1.1.0: trailing comma and line breaks in inline tables, \e and \x, times without seconds.
test.each([
  ['a={b=1,}', { a: { b: 1 } }],
  ['a={\n  b=1, # one\n}', { a: { b: 1 } }],
  ['a="\\e\\x41"', { a: '\u001bA' }],
  ['a=07:32', { a: '07:32:00' }],
])('TOML 1.1 is read: %j', (text, expected) => {
  expect(toml(text)).toEqual(expected)
})

test('the versions of TOML that are read and written are cited', () => {
  const urls = dataFormatConverter.sources.map((source) => source.url)
  expect(urls).toEqual(expect.arrayContaining(['https://toml.io/en/v1.1.0', 'https://toml.io/en/v1.0.0']))
})

// TOML 1.0.0, Offset Date-Time: what is beyond the precision of an implementation must be cut, not rounded.
describe('fractions of a second', () => {
  const CUT = 'Fractions of a second beyond milliseconds were cut off.'
  test.each([
    ['a = 1979-05-27T07:32:00.999999Z', true],
    ['a = [ 1979-05-27 07:32:00.0001-07:00 ]', true],
    ['a = {b = 00:32:00.999001}', true],
    ['a = 1979-05-27T07:32:00.999Z', false],
    ['a = 1979-05-27T07:32:00.999000Z', false],
    ['a = "07:32:00.999999" # 07:32:00.999999', false],
    ["a = '''\n07:32:00.999999'''\n\"07:32:00.999999\" = 1", false],
  ])('%s: cut: %s', (text, isCut) => {
    for (const to of ['json', 'yaml', 'toml'])
      expect(((run({ text, from: 'toml', to }).lost ?? []) as string[]).includes(CUT)).toBe(isCut)
  })
})

test('TOML: what only looks like an impossible date is none', () => {
  expect(
    toml(
      '# 2021-02-29\n2021-02-29 = "2021-02-30"\na.2021-02-30.b = \'2021-02-31\'\nc = 2024-02-29\nd = """\n2021-02-29 \\"""\n2021-02-29"""\n[2021-02-31]\n2021-02-29T00 = 1\n',
    ),
  ).toMatchObject({ '2021-02-29': '2021-02-30', c: '2024-02-29', '2021-02-31': { '2021-02-29T00': 1 } })
})

describe('writing', () => {
  test('TOML', () => {
    expect(
      run({ text: '{"title":"x","owner":{"name":"Tom","n":[1,2]},"gone":null}', from: 'json', to: 'toml' }),
    ).toEqual({
      toml: 'title = "x"\n\n[owner]\nname = "Tom"\nn = [ 1, 2 ]\n',
      json: { title: 'x', owner: { name: 'Tom', n: [1, 2] }, gone: null },
      lost: ['TOML: members that were null were left out.'],
    })
  })

  test('YAML quotes what would be read as something else', () => {
    expect(run({ text: '{"a":"true","b":"1","c":"x: y","d":[{"e":1}]}', from: 'json', to: 'yaml' }).yaml).toBe(
      'a: "true"\nb: "1"\nc: "x: y"\nd:\n  - e: 1\n',
    )
  })

  test('whole numbers beyond 2^53 and dates survive between YAML and TOML', () => {
    expect(run({ text: 'i: 9223372036854775807\nf: .inf', from: 'yaml', to: 'toml' }).toml).toBe(
      'i = 9223372036854775807\nf = inf\n',
    )
    expect(run({ text: 'i = 9223372036854775807', from: 'toml', to: 'json' }).lost).toEqual([
      'JSON: whole numbers beyond 2^53 were rounded.',
    ])
    expect(run({ text: 'd = 1979-05-27', from: 'toml', to: 'yaml' }).yaml).toBe('d: 1979-05-27\n')
  })

  // TOML 1.0.0, Float and Integer; YAML 1.2.2, section 10.3.2: 1.0 and 1e2 are floats, 1 is an integer.
  test.each([
    ['toml', 'yaml', 'a = 1.0\nb = 1\nc = 1e2\nd = -0.0\n', 'a: 1.0\nb: 1\nc: 100.0\nd: -0.0\n'],
    ['toml', 'toml', 'a = [ 5e+22, 0.5, 3 ]\n', 'a = [ 5e+22, 0.5, 3 ]\n'],
    ['yaml', 'toml', 'a: 1.0\nb: 1\nc: 0x10\n', 'a = 1.0\nb = 1\nc = 16\n'],
    ['json', 'toml', '{"a":1,"b":1.5}', 'a = 1\nb = 1.5\n'],
    ['json', 'yaml', '{"a":1,"b":1.5}', 'a: 1\nb: 1.5\n'],
  ] as const)('a float stays a float, from %s to %s', (from, to, text, written) => {
    expect(run({ text, from, to })[to]).toBe(written)
    expect(run({ text, from, to })).not.toHaveProperty('lost')
  })

  test('and from JSON, as the ids of X need it (Twitter IDs, snowflake)', () => {
    const text = '{"id":10765432100123456789}'
    expect(run({ text, from: 'json', to: 'yaml' }).yaml).toBe('id: 10765432100123456789\n')
    expect(yaml('9'.repeat(400))).toBe(null)
    // The JSON that comes along is rounded whatever was asked for.
    expect(run({ text, from: 'json', to: 'yaml' }).lost).toEqual(['JSON: whole numbers beyond 2^53 were rounded.'])
    expect(run({ text, from: 'json', to: 'json' }).lost).toEqual(['JSON: whole numbers beyond 2^53 were rounded.'])
  })

  // YAML 1.2.2, section 5.2: a byte order mark inside of a document must be escaped; 5.1: so must what is not printable.
  test.each([
    ['"\ufeff"', '"\\ufeff"\n'],
    ['{"\ufeffa":"b\ufeff"}', '"\\ufeffa": "b\\ufeff"\n'],
    ['"\\\\\ufeff"', '"\\\\\\ufeff"\n'],
    // Section 8.1.1.1: leading lines of a block must not have more spaces than its first line with text.
    ['" \\n"', '"\\ \\n"\n'],
    ['"\u007f\u0085\u009f\uffff"', '"\\u007f\u0085\\u009f\\uffff"\n'],
  ])('%j has escapes in YAML', (text, written) => {
    expect(run({ text, from: 'json', to: 'yaml' }).yaml).toBe(written)
    expect(yaml(written)).toEqual(JSON.parse(text))
  })

  test('any JSON with characters that are not printable comes back from YAML', () => {
    const odd = fc.constantFrom(
      '\ufeff',
      '\ufffe',
      '\uffff',
      '\u0080',
      '\u0085',
      '\u007f',
      '\u0000',
      '\u001b',
      '\u2028',
    )
    const unit = fc.oneof(odd, fc.constantFrom(' ', '\n', '\t', '"', "'", '\\', '#', ':', '-', 'a', '\u{1f600}'))
    const string = fc.string({ unit, maxLength: 12 })
    const value = fc.oneof(string, fc.array(string, { maxLength: 3 }), fc.dictionary(string, string, { maxKeys: 3 }))
    fc.assert(
      fc.property(value, (each) => {
        const text = JSON.stringify(each)
        expect(yaml(String(run({ text, from: 'json', to: 'yaml' }).yaml))).toEqual(JSON.parse(text))
      }),
    )
  })

  test('any JSON comes back from YAML', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value)
        const written = run({ text, from: 'json', to: 'yaml' }).yaml
        expect(yaml(String(written))).toEqual(JSON.parse(text))
      }),
    )
  })
})

describe('refused at the text', () => {
  test.each([
    ['json', 'toml', '[1]', 'TOML must have an object at its top'],
    ['json', 'toml', '{"a":[null]}', 'TOML has no null, so that a list must not hold one'],
    ['json', 'toml', '{"a":9223372036854775808}', 'TOML has whole numbers of 64 bits, so that none must be longer'],
    ['yaml', 'json', '&a [*a]', 'Text must not have a node that contains itself'],
    // YAML 1.2.2, section 3.2.1.3: an integer and a string are different keys.
    ['yaml', 'json', '1: a\n"1": b', 'Text must not have two keys of a mapping that become the same text: 1'],
    [
      'yaml',
      'toml',
      '[a]: b\n"[\\"a\\"]": c',
      'Text must not have two keys of a mapping that become the same text: ["a"]',
    ],
    ['yaml', 'json', 'a: [b\nc: d', /^Text must be YAML: line 2, column 1: /],
    ['yaml', 'json', 'a: *nowhere', /^Text must be YAML: /],
    ['json', 'yaml', '{a: 1}', /^Text must be JSON: /],
  ])('%s to %s: %s', (from, to, text, message) => {
    const outcome = outcomeOf({ text, from, to })
    if (outcome.ok) throw new Error('was accepted')
    expect(outcome.error.details?.[0]?.field).toBe('text')
    expect(outcome.error.message).toMatch(message)
  })

  test('aliases that would grow without bounds', () => {
    const levels = ['a: &a [x,x,x,x,x,x,x,x,x,x]']
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh'])
      levels.push(`${to}: &${to} [${Array.from({ length: 10 }, () => `*${from}`).join()}]`)
    expect(outcomeOf({ text: levels.join('\n'), from: 'yaml', to: 'json' })).toMatchObject({ ok: false })
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { csvJsonConverter } from './csv-json-converter.tool.ts'

const outcomeOf = (input: Record<string, unknown>) => runTool(csvJsonConverter, input)
const run = (input: Record<string, unknown>) => {
  const outcome = outcomeOf(input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}
const records = (csv: string) => run({ csv, action: 'to-json', header: false }).json
const csvOf = (value: unknown, more = {}) => run({ json: JSON.stringify(value), action: 'to-csv', ...more }).csv

describe('RFC 4180, section 2', () => {
  test.each([
    [
      'rule 2: no line end at the end',
      'aaa,bbb,ccc\r\nzzz,yyy,xxx',
      [
        ['aaa', 'bbb', 'ccc'],
        ['zzz', 'yyy', 'xxx'],
      ],
    ],
    ['rule 4: spaces are part of a field', 'aaa, bbb ,ccc', [['aaa', ' bbb ', 'ccc']]],
    [
      'rule 5: some fields quoted',
      '"aaa","bbb","ccc"\r\nzzz,yyy,xxx',
      [
        ['aaa', 'bbb', 'ccc'],
        ['zzz', 'yyy', 'xxx'],
      ],
    ],
    [
      'rule 6: a line break in quotes',
      '"aaa","b\r\nbb","ccc"\r\nzzz,yyy,xxx',
      [
        ['aaa', 'b\r\nbb', 'ccc'],
        ['zzz', 'yyy', 'xxx'],
      ],
    ],
  ])('%s', (_, csv, expected) => {
    expect(records(csv)).toEqual(expected)
  })
})

test('line ends of other systems, the byte order mark and nothing at all', () => {
  expect(records('a,b\nc,d\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(records('a,b\rc,d\r')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(records('\uFEFFa,b')).toEqual([['a', 'b']])
  expect(run({ csv: '' })).toMatchObject({ json: [], records: 0 })
})

// RFC 4180, section 2: rules 1 and 2 part records by a line break, rule 6 keeps those in quotes as they are.
test.each([
  ['a\r\n1\n2', [['a'], ['1'], ['2']]],
  ['a\n1\r\n2\r3', [['a'], ['1'], ['2'], ['3']]],
  [
    'a;b\r\n"x\ny";"\r"\n1;2',
    [
      ['a', 'b'],
      ['x\ny', '\r'],
      ['1', '2'],
    ],
  ],
  [
    'a,"b\r\n,""\rc"\nd"e,f\r\ng,h',
    [
      ['a', 'b\r\n,"\rc'],
      ['d"e', 'f'],
      ['g', 'h'],
    ],
  ],
  ['"x\ny"\r\nz', [['x\ny'], ['z']]],
])('line ends of several kinds in one text: %j', (csv, expected) => {
  expect(records(csv)).toEqual(expected)
})

test('a record that is one empty field is not lost', () => {
  expect(csvOf([{ a: 1 }, { a: null }])).toBe('a\r\n1\r\n""')
  expect(run({ csv: 'a\r\n1\r\n""' }).json).toEqual([{ a: '1' }, { a: '' }])
  expect(csvOf([['']])).toBe('""')
  expect(csvOf([{ a: '', b: '' }])).toBe('a,b\r\n,')
})

// Python's csv.DictReader: "If a row is blank, skip it"; one column alone could have an empty cell there.
test.each([
  [
    'between records',
    'a,b\n\n1,2\n\r\n\r3,4',
    [
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ],
  ],
  ['before the header', '\r\n\r\na,b\r\n1,2', [{ a: '1', b: '2' }]],
  ['at the end', 'a,b\n1,2\n\n\n', [{ a: '1', b: '2' }]],
  ['at the end of one column', 'a\r\n1\r\n\r\n\r\n', [{ a: '1' }]],
  ['within one column: an empty cell', 'a\n\n1', [{ a: '' }, { a: '1' }]],
  [
    'in quotes: part of the cell',
    'a,b\n"x\n\ny",2\n\n1,2',
    [
      { a: 'x\n\ny', b: '2' },
      { a: '1', b: '2' },
    ],
  ],
  [
    'quotes are a cell',
    'a,b\n\n""\n"",""\n""\n\n',
    [
      { a: '', b: '' },
      { a: '', b: '' },
      { a: '', b: '' },
    ],
  ],
  [
    'with a delimiter to be found',
    'a;b\n\n\n1;2\n\n\n3;4',
    [
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ],
  ],
  [
    'spaces are a cell',
    'a,b\n \n1,2',
    [
      { a: ' ', b: '' },
      { a: '1', b: '2' },
    ],
  ],
])('blank lines %s', (_, csv, expected) => {
  expect(run({ csv })).toMatchObject({ json: expected, records: expected.length + 1 })
})

test('nothing but blank lines is nothing', () => {
  expect(run({ csv: '\n\r\n\n' })).toMatchObject({ json: [], records: 0 })
})

test('other delimiters are found, or named', () => {
  expect(records('a;b;c\n1;2;3')).toEqual([
    ['a', 'b', 'c'],
    ['1', '2', '3'],
  ])
  expect(records('a\tb\n1\t2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(run({ csv: 'a,b;c', delimiter: ';', header: false }).json).toEqual([['a,b', 'c']])
  expect(csvOf([['a', 'b;c']], { delimiter: 'semicolon' })).toBe('a;"b;c"')
})

test('types are found only when asked, and only where nothing is lost', () => {
  const csv = 'a\n1\n-2.5\n1e3\n007\n12345678901234567890\ntrue\nFALSE\n""\n1'
  const cells = (inferTypes: boolean) => (run({ csv, inferTypes }).json as { a: unknown }[]).map(({ a }) => a)
  expect(cells(true)).toEqual([1, -2.5, 1000, '007', '12345678901234567890', true, false, null, 1])
  expect(cells(false)).toEqual(['1', '-2.5', '1e3', '007', '12345678901234567890', 'true', 'FALSE', '', '1'])
})

test('names that are empty, that occur twice, or that a prototype has', () => {
  expect(run({ csv: 'a,a,,__proto__\n1,2,3,4' }).json).toEqual([
    JSON.parse('{"a":"1","a_2":"2","column3":"3","__proto__":"4"}'),
  ])
})

test('a shorter record is filled up, a longer one refused', () => {
  expect(run({ csv: 'a,b\n1' }).json).toEqual([{ a: '1', b: '' }])
  expect(outcomeOf({ csv: 'a,b\n1,2\n1,2,3' })).toMatchObject({
    ok: false,
    error: { details: [{ field: 'csv', message: 'CSV: record 3 has 3 fields, the header has 2' }] },
  })
})

test('broken quotes are refused with their record', () => {
  expect(outcomeOf({ csv: 'a,b\n"c,d' })).toMatchObject({
    error: { message: 'CSV: record 2 has a quoted field without its closing quote' },
  })
})

test('JSON that is no table is refused', () => {
  for (const value of [1, 'text', [1, 2], [[1], { a: 1 }]])
    expect(outcomeOf({ json: JSON.stringify(value), action: 'to-csv' })).toMatchObject({
      ok: false,
      error: { details: [{ field: 'json' }] },
    })
  expect(outcomeOf({ json: '[{]', action: 'to-csv' })).toMatchObject({ error: { details: [{ field: 'json' }] } })
  expect(outcomeOf({ action: 'to-csv' })).toMatchObject({ error: { message: 'JSON is required' } })
})

test('values of JSON: quotes, commas, null, flags, nested', () => {
  expect(csvOf([{ a: 'say "hi", you', b: null, c: false, d: { e: [1] } }])).toBe(
    'a,b,c,d\r\n"say ""hi"", you",,false,"{""e"":[1]}"',
  )
  expect(csvOf({ a: 1 }, { header: false })).toBe('1')
  expect(csvOf([])).toBe('')
})

test('long whole numbers keep their digits, as the ids of X need it (Twitter IDs, snowflake)', () => {
  const written = run({ json: '[{"id":10765432100123456789,"all":[10765432100123456789]}]', action: 'to-csv' }).csv
  expect(written).toBe('id,all\r\n10765432100123456789,[10765432100123456789]')
})

test('a name that occurs many times is counted on from its last number', () => {
  expect(run({ csv: 'a,a_2,a,a,a_3\n1,2,3,4,5' }).json).toEqual([{ a: '1', a_2: '2', a_3: '3', a_4: '4', a_3_2: '5' }])
  const begin = performance.now()
  const [row = {}] = run({ csv: `${'a,'.repeat(20_000)}a\n1` }).json as Record<string, string>[]
  expect(Object.keys(row).at(-1)).toBe('a_20001')
  expect(performance.now() - begin).toBeLessThan(1000)
})

test('what was written is read again', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string(), fc.string(), fc.constantFrom('a"b', 'x\r\ny', ' z ', ',')), { minLength: 1 }),
      (rows) => {
        expect(run({ csv: String(csvOf(rows)), header: false, delimiter: 'comma' }).json).toEqual(rows)
      },
    ),
  )
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constantFrom('', 'a', '"', '\n', '\r'), { minLength: 1 }), { minLength: 1 }),
      (rows) => {
        expect(run({ csv: String(csvOf(rows)), header: false, delimiter: 'comma' }).json).toEqual(rows)
      },
    ),
  )
})

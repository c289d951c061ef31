import { expect, test } from 'vitest'
import { tableCsv, withByteOrderMark } from './table-csv.ts'

const columns = [
  { name: 'number', label: 'No.', type: 'number' as const },
  { name: 'date', label: 'Date' },
  { name: 'payment', label: 'Payment', type: 'money' as const },
]

test('labels head the rows, money has two decimals, a column without any value is left out', () => {
  expect(tableCsv([{ number: 1, payment: 501.9 }], columns)).toBe('No.,Payment\r\n1,501.90\r\n')
  expect(tableCsv([{ number: 1234, date: '2026-01-31', payment: -1 }], columns)).toBe(
    'No.,Date,Payment\r\n1234,2026-01-31,-1.00\r\n',
  )
  expect(tableCsv([], columns)).toBe('No.,Date,Payment\r\n')
})

// RFC 4180, section 2, rules 5 to 7.
test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  [' kept ', ' kept '],
  [null, ''],
  [['a', null], '"[""a"",null]"'],
  [true, 'true'],
])('the cell of %j is %j', (value, cell) => {
  expect(tableCsv([{ a: value }], [{ name: 'a', label: 'A' }])).toBe(`A\r\n${cell}\r\n`)
})

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-x', "'-x"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t=1"`],
  ['-', "'-"],
  ['=HYPERLINK("a","b")', `"'=HYPERLINK(""a"",""b"")"`],
  ['-5', '-5'],
  ['+1.5e3', '+1.5e3'],
  [-5, '-5'],
])('a spreadsheet does not compute %j', (value, cell) => {
  expect(tableCsv([{ a: value }], [{ name: 'a', label: 'A' }])).toBe(`A\r\n${cell}\r\n`)
})

test('a label of a creator is no formula either', () => {
  expect(tableCsv([{ '=A': 1 }], undefined)).toBe("'=A\r\n1\r\n")
})

test('a byte order mark stands before letters beyond ASCII only', () => {
  expect(withByteOrderMark('A\r\n1\r\n')).toBe('A\r\n1\r\n')
  expect(withByteOrderMark('2 × 8')).toBe('\ufeff2 × 8')
})

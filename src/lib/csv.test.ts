import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

// RFC 4180, section 2: rules 1 (CRLF), 6 (quotes around line breaks, quotes and commas) and 7 (quotes are doubled).
test('cells are quoted where they must be', () => {
  expect(csvLine(['aaa', 'b\r\nbb', 'c,c', 'd"d', ''])).toBe('aaa,"b\r\nbb","c,c","d""d",\r\n')
})

// A spreadsheet of a locale that writes 1,5 splits lines at semicolons.
test.each([
  ['x;=1+1', '"x;=1+1"'],
  ['x\t=1+1', '"x\t=1+1"'],
])('%j is one cell wherever a line is split', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

test('values keep their meaning', () => {
  const at = new Date('2026-11-20T12:00:00.000Z')
  expect(csvLine([1.5, -2, true, null, undefined, at, { a: [1] }])).toBe(
    '1.5,-2,true,,,2026-11-20T12:00:00.000Z,"{""a"":[1]}"\r\n',
  )
})

// OWASP, "CSV Injection": cells that begin with = + - @ tab or carriage return.
test.each(['=1+1', '+SUM(A1)', '-cmd|calc', '@import', '\tx', '\rx'])('%j is no formula', (text) => {
  expect(csvLine([text]).replaceAll('"', '').startsWith(`'${text}`)).toBe(true)
})

test('a number as text stays a number', () => {
  expect(csvLine(['-12.5', '+4'])).toBe('-12.5,+4\r\n')
})

import { expect, test } from 'vitest'
import { epochSeconds, offsetSeconds, parseIsoDateTime } from './date-time-text.ts'

const seconds = (text: string) => {
  const written = parseIsoDateTime(text)
  return written && epochSeconds(written)
}

// RFC 3339, section 5.8; the numbers of seconds by its formulas.
test.each([
  ['1985-04-12T23:20:50.52Z', 482_196_050],
  ['1996-12-19T16:39:57-08:00', 851_042_397],
  ['1996-12-20T00:39:57Z', 851_042_397],
  ['1990-12-31T23:59:60Z', 662_688_000],
  ['1990-12-31T15:59:60-08:00', 662_688_000],
  ['1937-01-01T12:00:27.87+00:20', -1_041_337_173],
  ['19850412T232050Z', 482_196_050],
  ['1985-04-12 23:20:50', 482_196_050],
  ['1985-04-12', 482_112_000],
  ['1985-04-11T24:00', 482_112_000],
])('%s', (text, expected) => {
  expect(seconds(text)).toBe(expected)
})

test('the fraction is nanoseconds, the offset stays absent', () => {
  expect(parseIsoDateTime('1985-04-12T23:20:50,52')).toEqual({
    date: { year: 1985, month: 4, day: 12 },
    hour: 23,
    minute: 20,
    second: 50,
    fraction: 520_000_000,
  })
})

test.each([
  '2023-02-29',
  '2023-13-01',
  '2023-00-10',
  '2023-01-01T24:00:01Z',
  '2023-01-01T12:60Z',
  '2023-01-01T12:00:61Z',
  '2023-01-01T12:00+24:00',
  '2023-01-01T12:00+05:60',
  '2023-1-1',
  '20230101',
  '2021-01-01T00:00:00.',
  '',
])('%s does not exist', (text) => {
  expect(seconds(text)).toBeUndefined()
})

test.each([
  ['Z', 0],
  ['z', 0],
  ['+05:30', 19_800],
  ['-0330', -12_600],
  ['+14', 50_400],
  ['+24', Number.NaN],
])('offset %s', (text, expected) => {
  expect(offsetSeconds(text)).toBe(expected)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, periodEnd, unusedPart } from './periods.ts'

const at = (text: string) => new Date(text)
const iso = (date: Date) => date.toISOString()

test('the day of the month comes back after a shorter month', () => {
  const anchor = at('2026-01-31T10:20:30.400Z')
  const ends = [anchor]
  for (let index = 0; index < 5; index += 1) ends.push(periodEnd(anchor, ends[index] ?? anchor, 'month'))
  expect(ends.map(iso)).toEqual([
    '2026-01-31T10:20:30.400Z',
    '2026-02-28T10:20:30.400Z',
    '2026-03-31T10:20:30.400Z',
    '2026-04-30T10:20:30.400Z',
    '2026-05-31T10:20:30.400Z',
    '2026-06-30T10:20:30.400Z',
  ])
})

test.each([
  ['2024-02-29T00:00:00.000Z', 12, '2025-02-28T00:00:00.000Z'],
  ['2024-02-29T00:00:00.000Z', 48, '2028-02-29T00:00:00.000Z'],
  ['2026-11-30T23:59:59.999Z', 3, '2027-02-28T23:59:59.999Z'],
  ['2026-03-31T12:00:00.000Z', -1, '2026-02-28T12:00:00.000Z'],
])('%s and %i months is %s', (from, months, to) => {
  expect(iso(addMonths(at(from), months))).toBe(to)
})

test('years of any anchor follow each other without gap or overlap', () => {
  const anchors = fc.date({ min: at('2000-01-01T00:00:00Z'), max: at('2100-01-01T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(anchors, fc.constantFrom('month' as const, 'year' as const), (anchor, interval) => {
      let start = anchor
      for (let count = 1; count <= 40; count += 1) {
        const end = periodEnd(anchor, start, interval)
        expect(end).toEqual(addMonths(anchor, count * (interval === 'year' ? 12 : 1)))
        expect(end.getTime()).toBeGreaterThan(start.getTime())
        start = end
      }
    }),
  )
})

test('what is unused is never more than was paid', () => {
  const period = { start: at('2026-01-01T00:00:00Z'), end: at('2026-01-31T00:00:00Z') }
  expect(unusedPart(900, period, at('2025-12-01T00:00:00Z'))).toBe(900)
  expect(unusedPart(900, period, at('2026-01-01T00:00:00Z'))).toBe(900)
  expect(unusedPart(900, period, at('2026-01-16T00:00:00Z'))).toBe(450)
  expect(unusedPart(900, period, at('2026-01-16T00:00:01Z'))).toBe(449)
  expect(unusedPart(900, period, at('2026-02-01T00:00:00Z'))).toBe(0)
})

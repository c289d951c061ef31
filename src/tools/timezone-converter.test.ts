import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { timezoneConverter } from './timezone-converter.tool.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const run = (input: Record<string, unknown>) => {
  const outcome = runTool(timezoneConverter, input, { now: NOW, randomBytes: () => new Uint8Array() })
  const outputs: Record<string, unknown> = outcome.ok
    ? outcome.outputs
    : { problems: outcome.error.details?.map(({ field }) => field) }
  return outputs
}

// IANA database: India has +05:30, Nepal +05:45, Kiritimati +14, London +01:00 in summer.
test.each([
  ['Asia/Kolkata', '2026-07-01T17:30:00', '+05:30'],
  ['kathmandu', '2026-07-01T17:45:00', '+05:45'],
  ['Pacific/Kiritimati', '2026-07-02T02:00:00', '+14:00'],
  ['london', '2026-07-01T13:00:00', '+01:00'],
  ['New York', '2026-07-01T08:00:00', '-04:00'],
  ['UTC', '2026-07-01T12:00:00', '+00:00'],
])('noon in UTC is in %s', (zone, local, offset) => {
  expect(run({ datetime: '2026-07-01T12:00Z', zones: [zone] })).toMatchObject({ local, offset })
})

test('the table has the zone itself first, and says where it is another day', () => {
  const { times } = run({ datetime: '2026-07-01 20:00', from: 'America/New_York', zones: 'Asia/Tokyo\nAsia/Tokyo' })
  expect(times).toMatchObject([
    { zone: 'America/New_York', local: '2026-07-01T20:00:00', dayChange: 0, abbreviation: 'EDT' },
    { zone: 'Asia/Tokyo', local: '2026-07-02T09:00:00', weekday: 'Thursday', dayChange: 1 },
  ])
})

// RFC 5545, section 3.3.5.
test('skipped and repeated times are said to be so', () => {
  expect(run({ datetime: '2007-03-11T02:30', from: 'America/New_York' })).toMatchObject({
    utc: '2007-03-11T07:30:00Z',
    note: expect.stringMatching(/put forward/),
  })
  expect(run({ datetime: '2007-11-04T01:30', from: 'America/New_York' }).note).toMatch(/happens twice/)
  expect(run({ datetime: '2007-11-04T02:30', from: 'America/New_York' }).note).toBe('This time exists once.')
})

// RFC 3339, section 4.4 and appendix C: the proleptic Gregorian calendar, without a switch in 1582.
test('old dates keep their names', () => {
  expect(run({ datetime: '0001-01-01 00:00', zones: ['UTC'] })).toMatchObject({ local: '0001-01-01T00:00:00' })
  expect(run({ datetime: '1500-02-28 12:00', zones: ['UTC'] })).toMatchObject({ local: '1500-02-28T12:00:00' })
})

test('fractions and now', () => {
  expect(run({ datetime: '1969-12-31T23:59:59.25Z' }).utc).toBe('1969-12-31T23:59:59.250Z')
  expect(run({ datetime: 'now' }).utc).toBe('2026-11-20T12:00:00Z')
})

test('every city of the list is a large one that the database knows', () => {
  expect(run({ datetime: 'now', zones: ['beijing', 'eastern', 'mumbai', 'GMT', 'geneva'] })).toHaveProperty('utc')
})

test.each([
  [{ datetime: '2026-02-30 12:00' }, ['datetime']],
  [{ datetime: 'tomorrow' }, ['datetime']],
  [{ datetime: '9999-12-31 23:00' }, ['datetime']],
  [{ datetime: '2026-07-01', from: 'Atlantis' }, ['from']],
  [{ datetime: '2026-07-01', zones: ['UTC', 'Mars/Olympus'] }, ['zones']],
  [{ datetime: '2026-07-01', from: 'constructor' }, ['from']],
  [{ datetime: '2026-07-01', zones: Array.from({ length: 51 }, () => 'UTC') }, ['zones']],
])('%j is refused', (input, problems) => {
  expect(run(input)).toEqual({ problems })
})

// RFC 3339, section 5.8: 23:59:60 was a leap second; ISO 8601 has week dates. Both exist.
test.each(['1990-12-31T23:59:60Z', '2026-W27-3', '2026-02-30 12:00'])('what must be otherwise in %s', (datetime) => {
  expect(runTool(timezoneConverter, { datetime })).toMatchObject({
    error: { message: 'Date and time must be written like 2026-07-01 15:30, exist and be no leap second' },
  })
})

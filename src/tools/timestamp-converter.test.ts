import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { timestampConverter } from './timestamp-converter.tool.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const run = (value: string, unit = 'auto') => {
  const outcome = runTool(timestampConverter, { value, unit }, { now: NOW, randomBytes: () => new Uint8Array() })
  return outcome.ok ? outcome.outputs : { problems: outcome.error.details }
}
const problem = (message: string) => ({ problems: [{ field: 'value', message }] })

// omni-tools, epoch converter tests, and it-tools, date-time converter tests.
test.each([
  ['1609459200', 'Fri, 01 Jan 2021 00:00:00 GMT'],
  ['1609459200000', 'Fri, 01 Jan 2021 00:00:00 GMT'],
  ['2021-01-01T00:00:00Z', 'Fri, 01 Jan 2021 00:00:00 GMT'],
  ['2023-04-12T23:10:24+02:00', 'Wed, 12 Apr 2023 21:10:24 GMT'],
  ['20230412T145600+0100', 'Wed, 12 Apr 2023 13:56:00 GMT'],
  ['2022-01-01 12:00:00-05:00', 'Sat, 01 Jan 2022 17:00:00 GMT'],
  ['1701227351995845', 'Wed, 29 Nov 2023 03:09:11 GMT'],
])('%s is %s', (value, expected) => {
  expect(run(value)).toMatchObject({ rfc7231: expected, utc: expected })
})

// RFC 7231, section 7.1.1.1: the three forms of one date. RFC 5322, appendix A: the others.
test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', 784_111_777],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 784_111_777],
  ['Sun Nov  6 08:49:37 1994', 784_111_777],
  ['Fri, 21 Nov 1997 09:55:06 -0600', 880_127_706],
  ['21 Nov 97 09:55:06 GMT', 880_106_106],
  ['Wed Apr 12 2023 23:10:24 GMT+0200 (Central European Summer Time)', 1_681_333_824],
])('%s', (value, seconds) => {
  expect(run(value)).toMatchObject({ unixSeconds: seconds })
})

test('the unit can be said', () => {
  expect(run('1000', 's')).toMatchObject({ iso: '1970-01-01T00:16:40.000Z' })
  expect(run('1000', 'ms')).toMatchObject({ iso: '1970-01-01T00:00:01.000Z' })
  expect(run('1609459200123456789', 'ns')).toMatchObject({ iso: '2021-01-01T00:00:00.123Z' })
  expect(run('2021-01-01', 's')).toEqual(problem('Value must be a number: seconds'))
})

test('fractions round down, before 1970 as well', () => {
  expect(run('1985-04-12T23:20:50.52Z')).toMatchObject({ unixSeconds: 482_196_050, unixMillis: 482_196_050_520 })
  expect(run('-0.5')).toMatchObject({ unixSeconds: -1, unixMillis: -500, iso: '1969-12-31T23:59:59.500Z' })
  expect(run('1937-01-01T12:00:27.87+00:20')).toMatchObject({ iso: '1937-01-01T11:40:27.870Z' })
})

// it-tools, date-time converter tests; ECMA-376 part 1, 18.17.4.1; Microsoft Excel, DATE function.
test.each([
  ['2016-05-20T00:00:00.000Z', 42_510],
  ['2016-05-20T12:00:00.000Z', 42_510.5],
  ['1970-01-01T00:00:00.000Z', 25_569],
  ['1800-01-01T00:00:00.000Z', -36_522],
  ['1900-01-01', 1],
  ['1900-02-28', 59],
  ['1900-03-01', 61],
  ['9999-12-31', 2_958_465],
])('Excel has %s as %d', (value, serial) => {
  expect(run(value)).toMatchObject({ excelSerial: serial })
})

test('serial numbers go back to dates', () => {
  expect(run('59', 'excel')).toMatchObject({ iso: '1900-02-28T00:00:00.000Z' })
  expect(run('61', 'excel')).toMatchObject({ iso: '1900-03-01T00:00:00.000Z' })
  expect(run('42510.5', 'excel')).toMatchObject({ iso: '2016-05-20T12:00:00.000Z' })
  // ISO/IEC 29500-1, 18.17.4.1: 1899-12-30 is 0. Excel begins with 1 on 1900-01-01.
  expect(run('0', 'excel')).toMatchObject({ iso: '1899-12-30T00:00:00.000Z', excelSerial: 0 })
  expect(run('0.5', 'excel')).toMatchObject({ iso: '1899-12-30T12:00:00.000Z', excelSerial: 0.5 })
  expect(run('1', 'excel')).toMatchObject({ iso: '1900-01-01T00:00:00.000Z', excelSerial: 1 })
  expect(run('1899-12-31T12:00:00Z')).not.toHaveProperty('excelSerial')
  expect(run('-1000', 'excel')).toMatchObject({ iso: '1897-04-04T00:00:00.000Z' })
  expect(run('60.5', 'excel')).toEqual(
    problem('Value must be another serial number: 60 is 29 February 1900, which never was'),
  )
})

test('leap seconds are where they can be', () => {
  expect(run('1990-12-31T15:59:60-08:00')).toMatchObject({ unixSeconds: 662_688_000 })
  expect(run('2016-12-31T23:59:60Z')).toMatchObject({ iso: '2017-01-01T00:00:00.000Z' })
  expect(run('2016-12-30T23:59:60Z')).toEqual(
    problem('Value must be a time that exists: leap seconds end 30 June or 31 December at 23:59:60 UTC'),
  )
})

test('the years end at 0 and 9999', () => {
  const beyond = problem('Value must lie in the years 0 to 9999')
  expect(run('253402300799', 's')).toMatchObject({ iso: '9999-12-31T23:59:59.000Z' })
  expect(run('253402300800', 's')).toEqual(beyond)
  expect(run('-62167219200')).toMatchObject({
    iso: '0000-01-01T00:00:00.000Z',
    rfc7231: 'Sat, 01 Jan 0000 00:00:00 GMT',
  })
  expect(run('-62167219201', 's')).toEqual(beyond)
  expect(run('9'.repeat(40))).toEqual(beyond)
})

// CyberChef, Windows FILETIME tests: 1276263039529769300 ns is 129207366395297693.
test('the other formats', () => {
  const { formats } = run('1276263039529769300') as { formats: { name: string; value: string }[] }
  const byName = Object.fromEntries(formats.map(({ name, value }) => [name, value]))
  expect(byName['Windows FILETIME']).toBe('129207366395297693')
  expect(byName.asctime).toBe('Fri Jun 11 13:30:39 2010')
  expect(byName['ISO 8601, week date']).toBe('2010-W23-5')
  expect(byName['Julian date']).toBe('2455359.06296')
})

test('now is the time of the run, and decides what two digits of a year mean', () => {
  expect(run('now')).toMatchObject({ iso: '2026-11-20T12:00:00.000Z' })
  expect(run('Monday, 06-Nov-77 08:49:37 GMT')).toMatchObject({ problems: [{ field: 'value' }] })
  expect(run('06-Nov-77 08:49:37 GMT')).toMatchObject({ iso: '1977-11-06T08:49:37.000Z' })
  expect(run('06-Nov-76 08:49:37 GMT')).toMatchObject({ iso: '2076-11-06T08:49:37.000Z' })
})

test.each(['notadate', '2023-02-29', '2023-04-12T25:00:00Z', 'Mon, 06 Nov 1994 08:49:37 GMT', '1.2.3', '0x10'])(
  '%s is no time',
  (value) => {
    expect(run(value)).toEqual(
      problem('Value must be a Unix time, or a date that exists, such as 2024-02-29T12:00:00Z'),
    )
  },
)

test.each([
  ['1.9999999999', { unixSeconds: 1, unixMillis: 1999, iso: '1970-01-01T00:00:01.999Z' }],
  ['-0.0000000001', { unixSeconds: -1, unixMillis: -1, iso: '1969-12-31T23:59:59.999Z' }],
])('%s is rounded down, behind the nanosecond too', (value, expected) => {
  expect(run(value)).toMatchObject(expected)
})

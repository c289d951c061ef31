import { expect, test } from 'vitest'
import { findBuiltin } from '#src/features/catalog/find-builtin.ts'
import { fromHash } from '#src/features/tool-page/share-link.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import type { ToolWorld } from '#src/sdk/tool-world.ts'
import { findAnswer } from './find-answer.server.ts'

const WORLD: ToolWorld = {
  now: new Date('2026-11-22T13:05:00Z'),
  randomBytes: (count) => new Uint8Array(count).fill(0xab),
}

async function answered(phrase: string): Promise<string | null> {
  const found = await findAnswer(phrase, { world: WORLD })
  return found && `${found.tool.slug}: ${found.question} ${found.result}`
}

// Factors of NIST SP 811 (2008), Appendix B.8; all else by definition.
test.each([
  ['10 kg in lb', 'unit-converter: 10 kg ≈ 22.0462262185 lb'],
  ['10kg to lbs', 'unit-converter: 10 kg ≈ 22.0462262185 lb'],
  ['kg to lb', 'unit-converter: 1 kg ≈ 2.20462262185 lb'],
  ['cups to ml', 'unit-converter: 1 cup (US) = 236.5882365 ml'],
  ['convert 10 kilos into pounds', 'unit-converter: 10 kg ≈ 22.0462262185 lb'],
  ['1 mile in km', 'unit-converter: 1 mi = 1.609344 km'],
  ['26.2 miles to kilometers', 'unit-converter: 26.2 mi = 42.1648128 km'],
  ['6 ft in m', 'unit-converter: 6 ft = 1.8288 m'],
  ['10 in in cm', 'unit-converter: 10 in = 25.4 cm'],
  ['12" to mm', 'unit-converter: 12 in = 304.8 mm'],
  ['1,000 m in km', 'unit-converter: 1,000 m = 1 km'],
  ['100 °F in °C', 'unit-converter: 100 °F ≈ 37.7777777778 °C'],
  ['-40 c to f', 'unit-converter: -40 °C = -40 °F'],
  ['0 kelvin in celsius', 'unit-converter: 0 K = -273.15 °C'],
  ['2 gallons to liters', 'unit-converter: 2 gal (US) = 7.570823568 l'],
  ['1 imperial gallon in litres', 'unit-converter: 1 gal (UK) = 4.54609 l'],
  ['1 cup in ml', 'unit-converter: 1 cup (US) = 236.5882365 ml'],
  ['3 acres to m2', 'unit-converter: 3 acre = 12,140.5692672 m²'],
  ['2 ha -> acre', 'unit-converter: 2 ha ≈ 4.94210762934 acre'],
  ['90 min in h', 'unit-converter: 90 min = 1.5 h'],
  ['2.5 hours to seconds', 'unit-converter: 2.5 h = 9,000 s'],
  ['how many ounces in a pound', 'unit-converter: 1 lb = 16 oz'],
  ['How many feet are there in 2 miles?', 'unit-converter: 2 mi = 10,560 ft'],
  ['what is 5 stone in kg?', 'unit-converter: 5 st = 31.7514659 kg'],
  ['1e3 mg = g', 'unit-converter: 1,000 mg = 1 g'],
  ['90 km/h in m/s', 'engineering-units: 90 km/h = 25 m/s'],
  ['60 mph to kph', 'engineering-units: 60 mph = 96.56064 km/h'],
  ['100 MBps to Mbps', 'engineering-units: 100 MB/s = 800 Mbit/s'],
  ['1 atm in hPa', 'engineering-units: 1 atm = 1,013.25 hPa'],
  ['500 MB to GB', 'data-size-converter: 500 MB = 0.5 GB'],
  ['1 GiB in MB', 'data-size-converter: 1 GiB = 1,073.741824 MB'],
  ['100 mbit in mb', 'data-size-converter: 100 Mbit = 12.5 MB'],
  ['20% of 84.50', 'percentage-calculator: 20 % of 84.5 = 16.9'],
  ['what is 20 percent of 84.50?', 'percentage-calculator: 20 % of 84.5 = 16.9'],
  ['15% off 80', 'percentage-calculator: 80 − 15 % = 68'],
  ['100 + 19%', 'percentage-calculator: 100 + 19 % = 119'],
  ['2,500 minus 10 %', 'percentage-calculator: 2500 − 10 % = 2,250'],
  ['15 is what percent of 60', 'percentage-calculator: 15 as a share of 60 = 25 %'],
  ['what % is 1 of 3', 'percentage-calculator: 1 as a share of 3 ≈ 33.3333333333 %'],
  ['3 out of 4 as a percentage', 'percentage-calculator: 3 as a share of 4 = 75 %'],
  ['percent change from 50 to 75', 'percentage-calculator: Change from 50 to 75 = 50 %'],
  ['20% tip on 84.50', 'tip-calculator: 84.50 with a tip of 20 % = 101.4'],
  ['2026-01-01 + 90 days', 'date-add: 2026-01-01 + 90 days = 2026-04-01, Wednesday'],
  ['2024-02-29 plus 1 year', 'date-add: 2024-02-29 + 1 years = 2025-02-28, Friday'],
  ['2026-03-01 - 2 weeks', 'date-add: 2026-03-01 − 2 weeks = 2026-02-15, Sunday'],
  ['30 days before 2026-03-01', 'date-add: 2026-03-01 − 30 days = 2026-01-30, Friday'],
  ['10 working days after 2026-01-01', 'date-add: 2026-01-01 + 10 business days = 2026-01-15, Thursday'],
  ['days between 2026-01-01 and 2026-03-01', 'date-difference: 2026-01-01 to 2026-03-01 = 59 days (2 months)'],
  ['2026-12-24 - 2026-11-22', 'date-difference: 2026-11-22 to 2026-12-24 = 32 days (1 month, 2 days)'],
  ['255 in hex', 'number-base-converter: 255 (base 10) = ff (base 16)'],
  ['0xFF to binary', 'number-base-converter: FF (base 16) = 11111111 (base 2)'],
  ['1010 binary to decimal', 'number-base-converter: 1010 (base 2) = 10 (base 10)'],
  ['499 in roman numerals', 'roman-numeral-converter: 499 = CDXCIX'],
  ['MMXXVI to number', 'roman-numeral-converter: MMXXVI = 2,026'],
  ['784111777 to date', 'timestamp-converter: 784111777 = 1994-11-06T08:49:37.000Z'],
  ['#663399 in rgb', 'color-converter: #663399 = rgb(102 51 153)'],
  ['rgb(102 51 153) to hex', 'color-converter: rgb(102 51 153) = #663399'],
  ['#ff8800', 'color-converter: #ff8800 = rgb(255 136 0)'],
  ['#fff', 'color-converter: #fff = rgb(255 255 255)'],
  ['rgb(255, 136, 0)', 'color-converter: rgb(255, 136, 0) = #ff8800'],
  ['today', 'date-info: Today = 2026-11-22, Sunday (week 47)'],
  ["tomorrow's date", 'date-info: Tomorrow = 2026-11-23, Monday (week 48)'],
  ['what day is 2026-12-24?', 'date-info: 2026-12-24 = 2026-12-24, Thursday (week 52)'],
  ['tomorrow + 3 weeks', 'date-add: 2026-11-23 + 3 weeks = 2026-12-14, Monday'],
  ['90 days from now', 'date-add: 2026-11-22 + 90 days = 2027-02-20, Saturday'],
  ['in 2 weeks', 'date-add: 2026-11-22 + 2 weeks = 2026-12-06, Sunday'],
  ['10 days ago', 'date-add: 2026-11-22 − 10 days = 2026-11-12, Thursday'],
  ['days until 2026-12-24', 'date-difference: 2026-11-22 to 2026-12-24 = 32 days (1 month, 2 days)'],
  ['days until 2026-11-23', 'date-difference: 2026-11-22 to 2026-11-23 = 1 day'],
  ['days until Christmas', 'date-difference: 2026-11-22 to 2026-12-25 = 33 days (1 month, 3 days)'],
  ['how many days till new year’s eve?', 'date-difference: 2026-11-22 to 2026-12-31 = 39 days (1 month, 9 days)'],
  ['days to valentines day', 'date-difference: 2026-11-22 to 2027-02-14 = 84 days (2 months, 23 days)'],
  ['how many days since 2026-01-01', 'date-difference: 2026-01-01 to 2026-11-22 = 325 days (10 months, 21 days)'],
  ['time in tokyo', 'timezone-converter: Time in Asia/Tokyo = 22:05 on Sunday, 2026-11-22 (UTC+09:00)'],
  [
    'What time is it in New York?',
    'timezone-converter: Time in America/New_York = 08:05 on Sunday, 2026-11-22 (UTC-05:00)',
  ],
  ['12*7+3', 'expression-evaluator: 12*7+3 = 87'],
  ['(1 + 2) / 7 =', 'expression-evaluator: (1 + 2) / 7 ≈ 0.428571428571'],
  ['sqrt 2', 'expression-evaluator: sqrt(2) ≈ 1.41421356237'],
  ['0.1 + 0.2', 'expression-evaluator: 0.1 + 0.2 = 0.3'],
  ['what is 2^64', 'expression-evaluator: 2^64 = 18,446,744,073,709,551,616'],
  ['uuid', 'uuid-generator: A new UUID, version 4 abababab-abab-4bab-abab-abababababab'],
  // FIPS 180-4 by its most quoted example; RFC 1321, appendix A.5.
  [
    'sha256 of abc',
    'hash-generator: SHA256 of “abc” = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  ],
  [
    'SHA-256 hash of "abc"',
    'hash-generator: SHA-256 of “abc” = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  ],
  ['md5 of message digest', 'hash-generator: MD5 of “message digest” = f96b697d7cb7938d525a2f31aaf161d0'],
])('"%s" is answered', async (phrase, expected) => {
  expect(await answered(phrase)).toBe(expected)
})

test.each([
  'kg to miles',
  'text to speech',
  'tip',
  'base64',
  '10',
  '10 kg in miles',
  '10 kg in',
  'sha 256',
  '-300 c in f',
  '20% of',
  '2026-02-30 + 1 day',
  '0 % change from 0 to 5',
  'mix to numbers and letters',
  '5000 in roman',
  `${'9'.repeat(150)} kg in lb`,
  '( ( ( ( 1',
  '<script>1 kg in lb</script>',
  'base 64',
  '2 factor',
  'percent',
  'uuid generator',
  'uuid v9',
  'sha256 of a file',
  'md5 of file',
  'sha256 hash',
  'time in words',
  'time zone',
  'time in seconds',
  'days until payday',
  'days between dates',
  'in 3 parts',
  'c++',
  '#hashtag',
  '#12345',
  '16:9',
  '192.168.0.1/24',
  '2026-11-22',
  '555-1234',
  '1920x1080',
  'sqrt',
  'square root',
  'calculator',
  'what is json',
])('"%s" is no question to a tool', async (phrase) => {
  expect(await findAnswer(phrase)).toBeNull()
})

test('every unit of the unit converter is understood by its code and by its other names', async () => {
  const tool = await findBuiltin('unit-converter')
  const [from] = tool?.input.filter(({ name }) => name === 'from') ?? []
  const byCategory = Object.entries(from?.optionsBy?.options ?? {})
  expect(byCategory.flatMap(([, units]) => units).length).toBe(66)
  for (const [category, units] of byCategory)
    for (const [index, unit] of units.entries()) {
      const other = units[(index + 1) % units.length]?.value ?? ''
      const names = Object.entries(from?.aliases ?? {}).filter(([, code]) => code === unit.value)
      for (const name of [unit.value, ...names.map(([alias]) => alias)]) {
        const found = await findAnswer(`300 ${name} in ${other}`)
        expect([name, found?.input]).toEqual([name, { category, value: 300, from: unit.value, to: other }])
      }
    }
})

test('another day where somebody asks is another answer, and the answer says which day it took', async () => {
  const world = { ...WORLD, now: new Date('2026-12-31T23:30:00Z') }
  const [there, here] = await Promise.all(
    [{ world }, { world, today: '2027-01-01' }].map((asked) => findAnswer('tomorrow', asked)),
  )
  expect([there?.result, there?.today]).toEqual(['= 2027-01-01, Friday (week 53)', '2026-12-31'])
  expect([here?.result, here?.today]).toEqual(['= 2027-01-02, Saturday (week 53)', '2027-01-01'])
  expect((await findAnswer('10 kg in lb', { world }))?.today).toBeUndefined()
})

test.each([
  '10 kg in lb',
  '20% of 84.50',
  '2026-01-01 + 90 days',
  '100 °F in °C',
  '255 in hex',
  '#ff8800',
  'today',
  'sha256 of abc',
])('the link of "%s" holds the inputs as a shared one does, and they give the same result', async (phrase) => {
  const found = await findAnswer(phrase)
  const tool = await findBuiltin(String(found?.tool.slug))
  const shared = fromHash(String(found?.url.slice(found.url.indexOf('#'))))
  if (tool === undefined || typeof shared !== 'object') throw new Error('no link')
  expect(found?.url.startsWith(`/fxn/${tool.slug}#in=`)).toBe(true)
  expect(runTool(tool, shared)).toEqual(runTool(tool, found?.input ?? {}))
})

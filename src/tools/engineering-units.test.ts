import { expect, test } from 'vitest'
import { CATEGORIES, UNITS, USUAL } from '#src/lib/engineering-units.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { engineeringUnits } from './engineering-units.tool.ts'

const convert = (category: string, from: string, to: string, value: number, precision = 'exact') => {
  const outcome = runTool(engineeringUnits, { category, value, from, to, precision })
  return outcome.ok ? outcome.outputs.value : outcome.error.details?.map(({ field }) => field)
}

// NIST SP 811 (2008), Appendix B.8: values marked exact.
test.each([
  ['speed', 'ft/s', 'm/s', 0.3048],
  ['speed', 'km/h', 'm/s', 5 / 18],
  ['speed', 'mph', 'km/h', 1.609344],
  ['speed', 'kn', 'km/h', 1.852],
  ['pressure', 'atm', 'kPa', 101.325],
  ['pressure', 'at', 'Pa', 98_066.5],
  ['pressure', 'bar', 'kPa', 100],
  ['pressure', 'atm', 'Torr', 760],
  ['energy', 'cal-th', 'J', 4.184],
  ['energy', 'cal-it', 'J', 4.1868],
  ['energy', 'therm-us', 'J', 105_480_400],
  ['energy', 'erg', 'J', 1e-7],
  ['energy', 'kWh', 'J', 3_600_000],
  ['power', 'hp-electric', 'W', 746],
  ['power', 'hp-metric', 'W', 735.49875],
  ['angle', 'gon', 'deg', 0.9],
  ['angle', 'turn', 'mil', 6400],
  ['angle', 'deg', 'arcsec', 3600],
  ['data-rate', 'MB/s', 'Mbit/s', 8],
  ['data-rate', 'MiB/s', 'bit/s', 8_388_608],
])('%s: 1 %s in %s is %d', (category, from, to, value) => {
  expect(convert(category, from, to, 1)).toBe(value)
})

// The same table, values printed with seven digits.
test.each([
  ['pressure', 'psi', 'Pa', 6894.757, '3'],
  ['pressure', 'mmHg', 'Pa', 133.3224, '4'],
  ['pressure', 'inHg', 'Pa', 3386.389, '3'],
  ['pressure', 'inH2O', 'Pa', 249.0889, '4'],
  ['pressure', 'psf', 'Pa', 47.88026, '5'],
  ['energy', 'btu-it', 'J', 1055.056, '3'],
  ['energy', 'btu-th', 'J', 1054.35, '3'],
  ['energy', 'ft-lbf', 'J', 1.355818, '6'],
  ['power', 'btu-it/h', 'W', 0.2930711, '7'],
  ['power', 'ton-refrigeration', 'W', 3516.853, '3'],
  ['angle', 'deg', 'rad', 0.01745329, '8'],
])('%s: 1 %s in %s is about %d', (category, from, to, value, precision) => {
  expect(convert(category, from, to, 1, precision)).toBe(value)
})

test('a small letter is not a capital: milli is no mega, bit is no byte', () => {
  expect(convert('power', 'MW', 'mW', 1)).toBe(1e9)
  expect(convert('power', 'mw', 'W', 1)).toEqual(['from'])
  expect(convert('data-rate', 'mb/s', 'bit/s', 1)).toEqual(['from'])
  expect(convert('data-rate', 'Mbps', 'kbit/s', 1)).toBe(1000)
  // IEC 80000-13: a byte is 8 bits, and Ki is 1024.
  expect(convert('data-rate', 'MBps', 'Mbit/s', 1)).toBe(8)
  expect(convert('data-rate', 'Bps', 'bps', 1)).toBe(8)
  expect(convert('data-rate', 'Kib/s', 'B/s', 1)).toBe(128)
  expect(convert('data-rate', 'kib/s', 'B/s', 1)).toBe(1024)
})

test('every code and alias names one unit, and the usual ones exist', () => {
  for (const category of CATEGORIES) {
    const names = UNITS[category].flatMap(({ code, aliases }) => [...new Set([code, ...aliases])])
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    for (const code of Object.values(USUAL[category])) expect(UNITS[category].map((unit) => unit.code)).toContain(code)
  }
  const all = CATEGORIES.flatMap((category) => UNITS[category].flatMap(({ code, aliases }) => [code, ...aliases]))
  expect(new Set(all).size).toBe(all.length)
})

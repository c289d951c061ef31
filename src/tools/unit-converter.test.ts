import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CATEGORIES, UNITS, USUAL } from '#src/lib/everyday-units.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { unitConverter } from './unit-converter.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(unitConverter, input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}
const convert = (category: string, value: number, from: string, to: string, precision: string | number = 'exact') =>
  run({ category, value, from, to, precision }).value
const problems = (input: Record<string, unknown>) => {
  const outcome = runTool(unitConverter, input)
  return outcome.ok ? [] : outcome.error.details
}

// NIST SP 811 (2008), Appendix B.8, and NIST Handbook 44, Appendix C, sections 2 and 4: values marked exact.
test.each([
  ['length', 'in', 'cm', 2.54],
  ['length', 'ft', 'm', 0.3048],
  ['length', 'yd', 'm', 0.9144],
  ['length', 'nmi', 'm', 1852],
  ['length', 'mi', 'ft', 5280],
  ['mass', 'oz', 'g', 28.349523125],
  ['mass', 'ozt', 'g', 31.1034768],
  ['mass', 'carat', 'mg', 200],
  ['mass', 'gr', 'mg', 64.79891],
  ['mass', 'lb', 'oz', 16],
  ['mass', 'st', 'lb', 14],
  ['mass', 'ton-us', 'lb', 2000],
  ['mass', 'ton-uk', 'lb', 2240],
  ['mass', 'ton-us', 'kg', 907.18474],
  ['mass', 'ton-uk', 'kg', 1016.0469088],
  ['volume', 'in3', 'ml', 16.387064],
  ['volume', 'ft3', 'l', 28.316846592],
  ['volume', 'yd3', 'ft3', 27],
  ['volume', 'gal-us', 'in3', 231],
  ['volume', 'gal-us', 'l', 3.785411784],
  ['volume', 'cup-us', 'ml', 236.5882365],
  ['volume', 'cup-us', 'tbsp-us', 16],
  ['volume', 'tbsp-us', 'tsp-us', 3],
  ['volume', 'floz-us', 'ml', 29.5735295625],
  ['volume', 'gal-us', 'floz-us', 128],
  ['volume', 'gal-us', 'pt-us', 8],
  ['volume', 'gal-us', 'qt-us', 4],
  ['volume', 'gal-uk', 'floz-uk', 160],
  ['volume', 'gal-uk', 'pt-uk', 8],
  ['volume', 'gal-uk', 'qt-uk', 4],
  ['area', 'acre', 'm2', 4046.8564224],
  ['area', 'mi2', 'acre', 640],
  ['area', 'mi2', 'm2', 2589988.110336],
  ['area', 'ha', 'm2', 10_000],
  ['area', 'ft2', 'm2', 0.09290304],
  ['area', 'yd2', 'ft2', 9],
  ['time', 'wk', 'h', 168],
  ['time', 'd', 's', 86_400],
])('%s: 1 %s in %s is %d', (category, from, to, value) => {
  expect(convert(category, 1, from, to)).toBe(value)
})

// NIST SP 811 (2008), Appendix B.8, the temperature equations.
test.each([
  [-40, 'C', 'F', -40],
  [98.6, 'F', 'C', 37],
  [-459.67, 'F', 'K', 0],
  [491.67, 'R', 'C', 0],
  [273.15, 'K', 'C', 0],
  [0, 'C', 'R', 491.67],
])('%d %s in %s is %d', (value, from, to, result) => {
  expect(convert('temperature', value, from, to)).toBe(result)
})

test('what decimals cannot write is the nearest number', () => {
  expect(convert('length', 1, 'm', 'ft')).toBe(1250 / 381)
  expect(run({ category: 'length', value: 2, from: 'm', to: 'ft' }).formula).toBe(
    '1 m = 1250/381 ≈ 3.2808398950131233596 ft; 2 m = 2500/381 ≈ 6.5616797900262467192 ft',
  )
})

// 1250/381 and 1/1609344 by long division; a number holds 16 to 17 digits of them.
test('the digits of the formula are those of the exact value, in every size', () => {
  const formula = (value: number, from: string, to: string) => run({ category: 'length', value, from, to }).formula
  expect(formula(1, 'mm', 'mi')).toBe('1 mm = 1/1609344 ≈ 0.00000062137119223733396962 mi')
  expect(formula(3e9, 'm', 'ft')).toMatch(/≈ 9842519685\.0393700787 ft$/)
  expect(formula(1e-30, 'm', 'ft')).toMatch(/ 3\.28083989501312e-30 ft$/)
  expect(formula(1e30, 'm', 'ft')).toMatch(/ 3\.28083989501312e\+30 ft$/)
})

test('precision is a number of decimals, halves away from zero', () => {
  expect(convert('length', 1, 'm', 'ft', 2)).toBe(3.28)
  expect(convert('length', 1, 'm', 'ft', '0')).toBe(3)
  expect(convert('length', 5, 'mm', 'cm', 0)).toBe(1)
  expect(convert('length', -5, 'mm', 'cm', 0)).toBe(-1)
  expect(problems({ value: 1, precision: 13 })).toMatchObject([{ field: 'precision' }])
})

test('the formula says the factor, for temperatures with the offsets', () => {
  expect(run({ value: 3, from: 'mi', to: 'm' }).formula).toBe('1 mi = 1609.344 m; 3 mi = 4828.032 m')
  expect(run({ category: 'temperature', value: 100, from: 'C', to: 'F' }).formula).toBe(
    '°F = (°C + 273.15) × 1.8 − 459.67; 100 °C = 212 °F',
  )
})

test('the table has every unit of the category', () => {
  const { units } = run({ category: 'area', value: 1, from: 'acre', to: 'ha' })
  expect(units).toHaveLength(UNITS.area.length)
  expect(units).toContainEqual({ unit: 'square foot', code: 'ft2', value: 43_560 })
})

test('nothing is colder than absolute zero', () => {
  expect(problems({ category: 'temperature', value: -273.16, from: 'C', to: 'F' })).toEqual([
    { field: 'value', message: 'Value must be at least -273.15 °C (absolute zero)' },
  ])
  expect(problems({ category: 'temperature', value: -1, from: 'K', to: 'F' })).toEqual([
    { field: 'value', message: 'Value must be at least 0 K (absolute zero)' },
  ])
  expect(convert('temperature', -273.15, 'C', 'K')).toBe(0)
  expect(convert('length', -1, 'm', 'cm')).toBe(-100)
})

test('a unit of another category, or of none, is refused at its field', () => {
  expect(problems({ category: 'mass', value: 1, from: 'm', to: 'kg' })).toMatchObject([{ field: 'from' }])
  expect(problems({ category: 'mass', value: 1, from: 'kg', to: 'gallon' })).toMatchObject([{ field: 'to' }])
  expect(problems({ category: 'speed', value: 1 })).toMatchObject([{ field: 'category' }])
  expect(problems({ from: 'm', to: 'ft' })).toEqual([{ field: 'value', message: 'Value is required' }])
})

test('full names and symbols are understood', () => {
  expect(convert('length', 1, 'miles', 'Kilometres')).toBe(1.609344)
  expect(convert('temperature', 0, '°C', 'fahrenheit')).toBe(32)
  expect(convert('volume', 1, 'imperial gallon', 'L')).toBe(4.54609)
})

test('without units each category has its usual ones', () => {
  expect(run({ category: 'mass', value: 1 }).formula).toMatch(/^1 kg .* lb$/)
  expect(run({ category: 'temperature', value: 100 }).value).toBe(212)
  expect(run({ category: 'time', value: 2, to: 's' }).value).toBe(7200)
  for (const category of CATEGORIES)
    for (const code of Object.values(USUAL[category])) expect(UNITS[category].map((unit) => unit.code)).toContain(code)
})

test('every code and every alias names one unit', () => {
  const names = CATEGORIES.flatMap((category) => UNITS[category]).flatMap((unit) => [
    ...new Set([unit.code.toLowerCase(), ...unit.aliases]),
  ])
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('a round trip through any unit gives the number back', () => {
  const trip = fc
    .constantFrom(...CATEGORIES)
    .chain((category) =>
      fc.tuple(fc.constant(category), fc.constantFrom(...UNITS[category]), fc.constantFrom(...UNITS[category])),
    )
  const value = fc.integer({ min: 0, max: 10 ** 9 }).map((whole) => whole / 1000)
  fc.assert(
    fc.property(trip, value, ([category, from, to], amount) => {
      const there = Number(convert(category, amount, from.code, to.code))
      if (category === 'temperature' && there < 0 && ['K', 'R'].includes(to.code)) return
      const back = Number(convert(category, there, to.code, from.code))
      expect(Math.abs(back - amount)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(amount)))
    }),
  )
})

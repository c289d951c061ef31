import { UNITS as ENGINEERING_UNITS } from '#src/lib/engineering-units.ts'
import { UNITS } from '#src/lib/everyday-units.ts'
import { divide, fromNumber, parseDecimal, type Rational } from '#src/lib/rational.ts'
import { toBase, type Unit, unitOf } from '#src/lib/units.ts'

/** Code of the converters → the names that mathjs has for it. US units where names are shared. */
type Shared = Readonly<Record<string, string>>

const LENGTHS: Shared = {
  in: 'in inch inches',
  ft: 'ft foot feet',
  yd: 'yd yard yards',
  mi: 'mi mile miles',
}
const MASSES: Shared = {
  gr: 'gr grain grains',
  oz: 'oz ounce ounces',
  lb: 'lb lbs lbm poundmass poundmasses',
  st: 'stone',
  'ton-us': 'ton tons',
}
const VOLUMES: Shared = {
  in3: 'cuin',
  ft3: 'cuft',
  yd3: 'cuyd',
  'tsp-us': 'teaspoon teaspoons',
  'tbsp-us': 'tablespoon tablespoons',
  'floz-us': 'floz fluidounce fluidounces',
  'cup-us': 'cp cup cups',
  'pt-us': 'pt pint pints',
  'qt-us': 'qt quart quarts',
  'gal-us': 'gal gallon gallons',
}
const AREAS: Shared = {
  in2: 'sqin',
  ft2: 'sqft sqfeet',
  yd2: 'sqyd sqyard',
  mi2: 'sqmi sqmile sqmiles',
  acre: 'acre acres',
  ha: 'hectare hectares',
}
const TIMES: Shared = { min: 'min mins minute minutes', d: 'day days', 'year-julian': 'year years' }
const PRESSURES: Shared = {
  psi: 'psi',
  atm: 'atm',
  bar: 'bar',
  Torr: 'torr',
  mmHg: 'mmHg mmhg',
  cmH2O: 'cmH2O cmh2o',
}
const ENERGIES: Shared = { Wh: 'Wh', 'btu-it': 'BTU BTUs', erg: 'erg', eV: 'eV electronvolt electronvolts' }
const POWERS: Shared = { hp: 'hp' }

/** These our converters do not have; mathjs rounds them. A rod is 16.5 ft, a chain 66 ft, a kip 1000 lbf. */
const ROUNDED_BY_MATHJS: Readonly<Record<string, string>> = {
  rd: '5.0292',
  sqrd: '25.29285264',
  sqch: '404.68564224',
  kip: '4448.2216152605',
  kips: '4448.2216152605',
}

const named = (units: readonly Unit[], shared: Shared, basesPerSi = 1): [string, Rational][] =>
  Object.entries(shared).flatMap(([code, names]) => {
    const factor = divide(toBase(fromNumber(1), unitOf(units, code)), fromNumber(basesPerSi))
    return names.split(' ').map((name): [string, Rational] => [name, factor])
  })

/** Name of mathjs → how much it is in the SI. */
export const EXACT_UNITS: ReadonlyMap<string, Rational> = new Map([
  ...named(UNITS.length, LENGTHS),
  ...named(UNITS.mass, MASSES),
  ...named(UNITS.volume, VOLUMES, 1000),
  ...named(UNITS.area, AREAS),
  ...named(UNITS.time, TIMES),
  ...named(ENGINEERING_UNITS.pressure, PRESSURES),
  ...named(ENGINEERING_UNITS.energy, ENERGIES),
  ...named(ENGINEERING_UNITS.power, POWERS),
  ...Object.entries(ROUNDED_BY_MATHJS).map(([name, factor]): [string, Rational] => [name, parseDecimal(factor)]),
])

import { divide, multiply, parseDecimal, type Rational, rational, toNumber } from '#src/lib/rational.ts'

export const KM_PER_MILE = parseDecimal('1.609344')
const LITRES_PER_US_GALLON = parseDecimal('3.785411784')
const LITRES_PER_UK_GALLON = parseDecimal('4.54609')
const ONE = rational(1n)
const HUNDRED = rational(100n)

export const DISTANCES = { km: ONE, mi: KM_PER_MILE } as const
/** Litres, or kilowatt-hours, in one unit of what is bought. */
export const AMOUNTS = {
  l: ONE,
  'gal-us': LITRES_PER_US_GALLON,
  'gal-uk': LITRES_PER_UK_GALLON,
  kwh: ONE,
} as const

interface UseUnit {
  /** Kilometres of the distance that the unit names. */
  readonly km: Rational
  /** Litres or kilowatt-hours of the amount that the unit names. */
  readonly amount: Rational
  /** A larger value means that more is used. */
  readonly isPerDistance: boolean
}

const HUNDRED_MILES = multiply(HUNDRED, KM_PER_MILE)
export const USES = {
  'l-100km': { km: HUNDRED, amount: ONE, isPerDistance: true },
  'km-l': { km: ONE, amount: ONE, isPerDistance: false },
  'mpg-us': { km: KM_PER_MILE, amount: LITRES_PER_US_GALLON, isPerDistance: false },
  'mpg-uk': { km: KM_PER_MILE, amount: LITRES_PER_UK_GALLON, isPerDistance: false },
  'kwh-100km': { km: HUNDRED, amount: ONE, isPerDistance: true },
  'kwh-100mi': { km: HUNDRED_MILES, amount: ONE, isPerDistance: true },
  'mi-kwh': { km: KM_PER_MILE, amount: ONE, isPerDistance: false },
} as const satisfies Record<string, UseUnit>

/** Litres or kilowatt-hours for one kilometre. */
export function consumptionPerKm(use: Rational, { km, amount, isPerDistance }: UseUnit): Rational {
  return isPerDistance ? divide(multiply(use, amount), km) : divide(amount, multiply(use, km))
}

const SHOWN_USES = [
  { unit: 'L/100 km', of: USES['l-100km'] },
  { unit: 'km/L', of: USES['km-l'] },
  { unit: 'mpg (US)', of: USES['mpg-us'] },
  { unit: 'mpg (imperial)', of: USES['mpg-uk'] },
]
const SHOWN_POWER_USES = [
  { unit: 'kWh/100 km', of: USES['kwh-100km'] },
  { unit: 'kWh/100 mi', of: USES['kwh-100mi'] },
  { unit: 'mi/kWh', of: USES['mi-kwh'] },
]

const inUnit = (perKm: Rational, { km, amount, isPerDistance }: UseUnit): Rational =>
  isPerDistance ? divide(multiply(perKm, km), amount) : divide(amount, multiply(perKm, km))

export const tablesOf = (amount: Rational, perKm: Rational, isPower: boolean) => ({
  amounts: isPower
    ? [{ unit: 'kWh', value: toNumber(amount) }]
    : [
        { unit: 'Litres', value: toNumber(amount) },
        { unit: 'US gallons', value: toNumber(divide(amount, LITRES_PER_US_GALLON)) },
        { unit: 'Imperial gallons', value: toNumber(divide(amount, LITRES_PER_UK_GALLON)) },
      ],
  uses: (isPower ? SHOWN_POWER_USES : SHOWN_USES).map(({ unit, of }) => ({ unit, value: toNumber(inUnit(perKm, of)) })),
})

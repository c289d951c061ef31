import { add, fromNumber, multiply, parseDecimal, type Rational } from '../rational.ts'

// NIST SP 811, Appendix B.8: both exact.
export const KG_PER_LB = parseDecimal('0.45359237')
const CM_PER_INCH = parseDecimal('2.54')
const INCHES_PER_FOOT = 12

/** Limits and units of the fields; people outside them have never been weighed or measured. */
export const KILOGRAMS = { unit: 'kg', min: 0.3, max: 700 } as const
export const POUNDS = { unit: 'lb', min: 0.7, max: 1543 } as const
export const CENTIMETRES = { unit: 'cm', min: 20, max: 300 } as const
export const FEET = { unit: 'ft', min: 1, max: 9, step: 1, integer: true } as const
export const INCHES = { unit: 'in', min: 0, max: 11.99 } as const

/** The fields of whom an equation is about, and of the units that somebody measures in. */
export const SEX = {
  label: 'Sex',
  help: 'As in the equation.',
  required: true,
  options: { female: 'Female', male: 'Male' },
  aliases: { f: 'female', m: 'male', woman: 'female', man: 'male' },
} as const
export const UNIT_SYSTEM = {
  label: 'Units',
  default: 'metric',
  options: { metric: 'kg and cm', imperial: 'lb, ft and in' },
} as const

/** Which fields a field called `units` shows. */
export const METRIC = { field: 'units', in: ['metric'] } as const
export const IMPERIAL = { field: 'units', in: ['imperial'] } as const

interface Weight {
  readonly weightKg?: number | undefined
  readonly weightLb?: number | undefined
}

/** Of whichever units have a value, in kilograms, exactly. */
export const kilograms = ({ weightKg, weightLb = 0 }: Weight): Rational =>
  weightKg === undefined ? multiply(fromNumber(weightLb), KG_PER_LB) : fromNumber(weightKg)

export const fromInches = (inches: number): Rational => multiply(fromNumber(inches), CM_PER_INCH)

interface Height {
  readonly heightCm?: number | undefined
  readonly heightFt?: number | undefined
  readonly heightIn?: number | undefined
}

/** Of whichever units have a value, in centimetres, exactly. */
export const centimetres = ({ heightCm, heightFt = 0, heightIn = 0 }: Height): Rational =>
  heightCm === undefined ? add(fromInches(heightFt * INCHES_PER_FOOT), fromInches(heightIn)) : fromNumber(heightCm)

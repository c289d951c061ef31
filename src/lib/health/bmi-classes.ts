import { compare, divide, fromNumber, multiply, parseDecimal, type Rational } from '../rational.ts'

/** WHO (1995, 2000, 2004), adults: each class begins at `from` and ends below the next one. */
export const BMI_CLASSES = [
  { name: 'Severe thinness', from: 0 },
  { name: 'Moderate thinness', from: 16 },
  { name: 'Mild thinness', from: 17 },
  { name: 'Normal range', from: 18.5 },
  { name: 'Pre-obese', from: 25 },
  { name: 'Obese class I', from: 30 },
  { name: 'Obese class II', from: 35 },
  { name: 'Obese class III', from: 40 },
] as const

export const NORMAL_BMI = { from: 18.5, to: 25 } as const

const HUNDRED = parseDecimal('100')
const squareMetres = (cm: Rational): Rational => {
  const metres = divide(cm, HUNDRED)
  return multiply(metres, metres)
}

export const bmiOf = (kg: Rational, cm: Rational): Rational => divide(kg, squareMetres(cm))
export const weightAt = (bmi: number, cm: Rational): Rational => multiply(fromNumber(bmi), squareMetres(cm))

/** The last of these steps, in ascending order, that the value has reached. */
export const reached = <Step extends { readonly from: number }>(steps: readonly Step[], value: Rational) =>
  steps.findLast(({ from }) => compare(value, fromNumber(from)) >= 0)

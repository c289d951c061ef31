export type Sex = 'female' | 'male'

/** Kilograms, centimetres and years. */
export interface Body {
  readonly sex: Sex
  readonly kg: number
  readonly cm: number
  readonly age: number
}

interface Coefficients {
  readonly constant: number
  readonly kg: number
  readonly cm: number
  readonly age: number
}

type Equation = Readonly<Record<Sex, Coefficients>> & { readonly label: string }

/** Kilocalories a day = constant + kg × weight + cm × height + age × years. */
export const RATE_EQUATIONS = {
  'mifflin-st-jeor': {
    label: 'Mifflin–St Jeor (1990)',
    female: { constant: -161, kg: 10, cm: 6.25, age: -5 },
    male: { constant: 5, kg: 10, cm: 6.25, age: -5 },
  },
  'harris-benedict-1984': {
    label: 'Harris–Benedict, revised by Roza and Shizgal (1984)',
    female: { constant: 447.593, kg: 9.247, cm: 3.098, age: -4.33 },
    male: { constant: 88.362, kg: 13.397, cm: 4.799, age: -5.677 },
  },
  'harris-benedict-1919': {
    label: 'Harris–Benedict (1919)',
    female: { constant: 655.0955, kg: 9.5634, cm: 1.8496, age: -4.6756 },
    male: { constant: 66.473, kg: 13.7516, cm: 5.0033, age: -6.755 },
  },
} as const satisfies Readonly<Record<string, Equation>>
export type RateEquation = keyof typeof RATE_EQUATIONS

export const RATE_LABELS: Readonly<Record<RateEquation, string>> = {
  'mifflin-st-jeor': RATE_EQUATIONS['mifflin-st-jeor'].label,
  'harris-benedict-1984': RATE_EQUATIONS['harris-benedict-1984'].label,
  'harris-benedict-1919': RATE_EQUATIONS['harris-benedict-1919'].label,
}
export const RATE_NAMES = Object.keys(RATE_LABELS) as RateEquation[]

/** Resting energy in kilocalories a day; not above 0 for what is no adult. */
export function restingRate(equation: RateEquation, { sex, kg, cm, age }: Body): number {
  const by = RATE_EQUATIONS[equation][sex]
  return by.constant + by.kg * kg + by.cm * cm + by.age * age
}

/** The usual multipliers of the resting rate. */
export const ACTIVITY_LEVELS = [
  { factor: 1.2, label: 'Sedentary: little or no exercise' },
  { factor: 1.375, label: 'Lightly active: exercise on 1–3 days a week' },
  { factor: 1.55, label: 'Moderately active: exercise on 3–5 days a week' },
  { factor: 1.725, label: 'Very active: hard exercise on 6–7 days a week' },
  { factor: 1.9, label: 'Extra active: hard exercise and a physical job' },
] as const

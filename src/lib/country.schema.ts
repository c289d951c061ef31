import { isCountry } from './countries.ts'
import { z } from './zod.ts'

const MESSAGE = 'Enter the two letters of your country, like DE or US'

/** Two letters of ISO 3166-1, in capitals however they were written. */
export const CountryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, { error: MESSAGE, abort: true })
  .refine((code) => isCountry(code), MESSAGE)

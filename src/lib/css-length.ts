import { roundTo } from './round.ts'

/** A number as CSS has it, to this many decimals: never with an exponent, never "-0". */
export const cssNumber = (value: number, decimals = 4): string => String(roundTo(value, decimals))

/** Such as "1.5rem"; nothing needs a unit when it is 0. */
export function cssLength(value: number, unit: string, decimals = 4): string {
  const number = cssNumber(value, decimals)
  return number === '0' ? '0' : `${number}${unit}`
}

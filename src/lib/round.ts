import { fromNumber, toFixed } from './rational.ts'

/** The number as people write it, to this many decimals; halves go away from zero: 1.005 becomes 1.01. */
export const roundTo = (value: number, decimals: number): number => Number(toFixed(fromNumber(value), decimals))

/** What processors take at least, in cents. */
export const LEAST_CHARGE = 50

/** One of the two is a number. */
export interface Off {
  readonly percent: number | null
  readonly centsOff: number | null
}

/** What is left of a price; the cent that no percentage takes is the buyer's. */
export const priceAfter = (price: number, { percent, centsOff }: Off): number =>
  percent === null ? Math.max(0, price - (centsOff ?? 0)) : Number((BigInt(price) * BigInt(100 - percent)) / 100n)

/** What can neither be charged nor be called free. */
export const isTooLittle = (cents: number): boolean => cents > 0 && cents < LEAST_CHARGE

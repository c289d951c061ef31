/** By country, in thousandths of a percent: {"DE" → 19000}. Empty: nobody is taxed. */
export type TaxRates = ReadonlyMap<string, number>

export interface Taxed {
  /** What is charged, with the tax. */
  readonly amount: number
  readonly tax: number
  /** As a receipt names it, "DE 19 %"; empty where there is none. */
  readonly taxRate: string
}

/** The tax on top of a price, half a cent rounded up. */
export function taxed(price: number, country: string | null, rates: TaxRates): Taxed {
  const rate = country === null ? 0 : (rates.get(country) ?? 0)
  const tax = Number((BigInt(price) * BigInt(rate) + 50_000n) / 100_000n)
  if (tax === 0) return { amount: price, tax: 0, taxRate: '' }
  return { amount: price + tax, tax, taxRate: `${country} ${rate / 1000} %` }
}

interface TaxClaimed {
  readonly amount: number
  readonly tax: number
  /** What refunds and disputes that stand claim together. */
  readonly claimed: number
}

/** What of the tax was given back for these claims, all together: a full refund gives all of it back, however it is split. */
export function taxDue({ amount, tax, claimed }: TaxClaimed): number {
  if (amount === 0) return 0
  return Number((BigInt(tax) * BigInt(Math.min(claimed, amount))) / BigInt(amount))
}

/** What `more` adds to that; negative for a claim that is given back. */
export const taxPart = (order: TaxClaimed, more: number): number =>
  taxDue({ ...order, claimed: order.claimed + more }) - taxDue(order)

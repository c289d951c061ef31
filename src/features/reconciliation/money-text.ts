import { dollars } from '#src/lib/price-text.ts'

/** Of another currency its smallest unit: how many make one is for the provider to say, and not the same for all. */
export const moneyText = (amount: number, currency?: string): string =>
  currency === undefined
    ? dollars(amount)
    : `${amount.toLocaleString('en')} smallest units of ${currency.toUpperCase()}`

interface Priced {
  readonly accessTier: 'free' | 'pro'
  readonly pricing: { readonly pricingModel: 'free' | 'one_time' | 'subscription'; readonly price: number }
}

/** "$9.99", "−$1.20" */
export const dollars = (cents: number): string => `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`

/** Undefined where a tool has no price of its own: it is part of Pro. */
export function priceText({ accessTier, pricing: { pricingModel, price } }: Priced): string | undefined {
  if (price === 0) return accessTier === 'pro' ? undefined : 'Free'
  return dollars(price) + (pricingModel === 'subscription' ? '/mo' : '')
}

/** "9.99", "$9,5" → 999, 950; undefined for anything that is not an amount. */
export function centsIn(text: string): number | undefined {
  const [, whole, part = ''] = /^\$?\s*(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

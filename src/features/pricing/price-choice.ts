import { MAX_PRICE, MIN_PRICE } from '#src/features/checkout/checkout.schema.ts'
import { sharesOf } from '#src/features/ledger/shares.ts'
import { centsIn, dollars } from '#src/lib/price-text.ts'

export type Choice = 'free' | 'pro' | 'one_time'

/** What the field says before anything is typed: $9.99. */
export const SUGGESTED_PRICE = 999

/** What a processor usually takes of a card payment: 2.9 % and 30 cents. */
const FEE_OF_1000 = 29
const FEE_CENTS = 30

type Pricing = {
  readonly pricingModel: 'free' | 'one_time' | 'subscription'
  readonly price: number
  readonly accessTier: 'free' | 'pro'
}

export const choiceOf = ({ pricingModel, accessTier }: Pricing): Choice =>
  accessTier === 'pro' ? 'pro' : pricingModel === 'one_time' ? 'one_time' : 'free'

/** What is wrong with a price as it was typed. */
export function priceProblem(text: string): string | undefined {
  const cents = centsIn(text)
  if (cents === undefined) return 'Enter a price in dollars, such as 9.99'
  if (cents < MIN_PRICE) return `Minimum price is ${dollars(MIN_PRICE)}`
  return cents > MAX_PRICE ? 'Maximum price is $10,000' : undefined
}

/** The body of the call that sets it. */
export function pricingOf(choice: Choice, price: string) {
  const common = { licenseType: 'personal' as const }
  switch (choice) {
    case 'free':
      return { ...common, pricingModel: 'free' as const, price: 0, accessTier: 'free' as const }
    case 'pro':
      return { ...common, pricingModel: 'subscription' as const, price: 0, accessTier: 'pro' as const }
    case 'one_time':
      return { ...common, pricingModel: 'one_time' as const, price: centsIn(price) ?? 0, accessTier: 'free' as const }
    default:
      return choice satisfies never
  }
}

/** Who gets what of one sale, in cents; the fee is an estimate and may be more than our share. */
export function splitOf(price: number) {
  const { creator, platform } = sharesOf(price)
  const fee = Math.round((price * FEE_OF_1000) / 1000) + FEE_CENTS
  return { creator, platform, fee, left: platform - fee }
}

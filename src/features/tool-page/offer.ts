import type { Fxn } from '#src/features/catalog/catalog.schema.ts'

/** What the page says about the price, and search engines with it: undefined where it says nothing. */
export const priceOf = ({ accessTier }: Pick<Fxn, 'accessTier'>): 'Free' | undefined =>
  accessTier === 'free' ? 'Free' : undefined

import type { Fxn } from '#src/features/catalog/catalog.schema.ts'

/** https://developers.google.com/search/docs/appearance/structured-data/software-app has the list of them. */
const APPLICATION_CATEGORIES: Readonly<Record<Fxn['category'], string>> = {
  calculator: 'UtilitiesApplication',
  converter: 'UtilitiesApplication',
  developer: 'DeveloperApplication',
  health: 'HealthApplication',
  design: 'DesignApplication',
  finance: 'FinanceApplication',
}

type Listing = Pick<Fxn, 'title' | 'description' | 'category' | 'pricing' | 'avgRating' | 'ratingCount'>

const amount = (cents: number): string => (cents === 0 ? '0' : (cents / 100).toFixed(2))

/** schema.org SoftwareApplication, only with what the page itself shows. */
export const toJsonLd = (fxn: Listing, url: string): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: fxn.title,
    description: fxn.description,
    url,
    applicationCategory: APPLICATION_CATEGORIES[fxn.category],
    operatingSystem: 'Any',
    ...(fxn.pricing.pricingModel !== 'subscription' && {
      offers: { '@type': 'Offer', price: amount(fxn.pricing.price), priceCurrency: 'USD' },
    }),
    ...(fxn.ratingCount > 0 && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: fxn.avgRating, ratingCount: fxn.ratingCount },
    }),
  })
    // "</script>" in a title must not end the script.
    .replaceAll('<', '\\u003c')

import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { priceOf } from './offer.ts'

/** https://developers.google.com/search/docs/appearance/structured-data/software-app has the list of them. */
const APPLICATION_CATEGORIES: Readonly<Record<Fxn['category'], string>> = {
  calculator: 'UtilitiesApplication',
  converter: 'UtilitiesApplication',
  developer: 'DeveloperApplication',
  health: 'HealthApplication',
  design: 'DesignApplication',
  finance: 'FinanceApplication',
}

type Listing = Pick<Fxn, 'title' | 'description' | 'category' | 'accessTier' | 'avgRating' | 'ratingCount'>

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
    ...(priceOf(fxn) === 'Free' && { offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' } }),
    ...(fxn.ratingCount > 0 && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: fxn.avgRating, ratingCount: fxn.ratingCount },
    }),
  })
    // "</script>" in a title must not end the script.
    .replaceAll('<', '\\u003c')

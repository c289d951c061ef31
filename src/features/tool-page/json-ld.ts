import type { Fxn } from '#src/features/catalog/catalog.schema.ts'

/** schema.org SoftwareApplication, only with what the page itself shows. */
export const toJsonLd = (fxn: Pick<Fxn, 'title' | 'description' | 'category' | 'accessTier'>, url: string): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: fxn.title,
    description: fxn.description,
    url,
    applicationCategory: fxn.category,
    operatingSystem: 'Any',
    ...(fxn.accessTier === 'free' && { offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' } }),
  })
    // "</script>" in a title must not end the script.
    .replaceAll('<', '\\u003c')

import { expect, test } from 'vitest'
import { toJsonLd } from './json-ld.ts'

const fxn = {
  title: 'Tip',
  description: 'Tips',
  category: 'calculator',
  accessTier: 'free',
  avgRating: 0,
  ratingCount: 0,
} as const

test('a free tool is offered at no price', () => {
  expect(JSON.parse(toJsonLd(fxn, 'https://fettle.example/fxn/tip'))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: 'Tip',
    description: 'Tips',
    url: 'https://fettle.example/fxn/tip',
    applicationCategory: 'UtilitiesApplication',
    operatingSystem: 'Any',
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
  })
  expect(toJsonLd({ ...fxn, accessTier: 'pro' }, 'u')).not.toContain('Offer')
})

test('ratings are told with their number, and not at all before the first', () => {
  expect(JSON.parse(toJsonLd({ ...fxn, avgRating: 4.25, ratingCount: 4 }, 'u')).aggregateRating).toEqual({
    ...{ '@type': 'AggregateRating', ratingValue: 4.25, ratingCount: 4 },
  })
  expect(JSON.parse(toJsonLd(fxn, 'u'))).not.toHaveProperty('aggregateRating')
})

test('a title cannot end the script', () => {
  const text = toJsonLd({ ...fxn, title: '</script><script>alert(1)</script>' }, 'u')
  expect(text).not.toContain('<')
  expect(JSON.parse(text).name).toBe('</script><script>alert(1)</script>')
})

import { expect, test } from 'vitest'
import { toJsonLd } from './json-ld.ts'

const fxn = {
  title: 'Tip',
  description: 'Tips',
  category: 'calculator',
  pricing: { pricingModel: 'free', price: 0, licenseType: 'personal', accessTier: 'free' },
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
})

test('what is sold once is offered at its price, and what is part of Pro is not', () => {
  const priced = (pricingModel: 'one_time' | 'subscription') =>
    JSON.parse(toJsonLd({ ...fxn, pricing: { ...fxn.pricing, pricingModel, price: 999 } }, 'u')).offers
  expect([priced('one_time'), priced('subscription')]).toEqual([
    { '@type': 'Offer', price: '9.99', priceCurrency: 'USD' },
    undefined,
  ])
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

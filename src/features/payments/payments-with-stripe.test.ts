import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { VISA } from './embedded/embedded-fixture.ts'

let fettle: TestApp
beforeAll(async () => {
  // A worker would ask Stripe itself.
  fettle = await startTestApp({
    env: { ROLE: 'web', STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_b' },
  })
})
afterAll(() => fettle.stop())

test('row 54: with Stripe nobody gives us a card number', async () => {
  const person = await fettle.aPerson()
  const { status, body } = await person.post('/api/payments/confirm', { clientSecret: 'pi_1_secret_2', card: VISA })
  expect([status, body.error]).toEqual([
    400,
    expect.objectContaining({ code: 'INVALID_REQUEST', message: 'Unknown field: card' }),
  ])
  expect((await person.post('/api/payments/confirm', { clientSecret: 'pi_1_secret_2' })).status).toBe(404)
  expect((await person.post('/api/payments/authenticate', { clientSecret: 'a', passed: true })).status).toBe(404)
})

test('row 46: without a secret no webhook is taken', async () => {
  expect((await fettle.visitor().post('/api/payments/webhook', {})).status).toBe(404)
})

/** What the policy of a page says of other origins. */
const originsOf = (policy: unknown) =>
  String(policy)
    .split('; ')
    .filter((directive) => directive.includes('stripe.com'))
    .map((directive) => directive.replace(/'nonce-[^']+'/, 'nonce'))

test.each(['/fxn/some-tool', '/fxn/some-tool?q=1', '/subscription'])(
  'row 50: %s may show the card form of Stripe',
  async (url) => {
    const { headers } = await fettle.app.inject({ url })
    expect(originsOf(headers['content-security-policy'])).toEqual([
      "script-src nonce 'strict-dynamic' https://js.stripe.com",
      "connect-src 'self' https://api.stripe.com",
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    ])
  },
)

test.each(['/', '/explore', '/embed/some-tool', '/settings', '/fxn/some-tool/x', '/fxn/%2e%2e', '/api/user'])(
  'row 50: %s, where no card is entered, knows no Stripe',
  async (url) => {
    const { headers } = await fettle.app.inject({ url })
    expect(originsOf(headers['content-security-policy'])).toEqual([])
  },
)

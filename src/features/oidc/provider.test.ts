import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProvider } from './provider.server.ts'
import { CLIENT, startTestProvider, type TestProvider } from './test-provider.ts'

let there: TestProvider
beforeAll(async () => {
  there = await startTestProvider()
})
afterAll(() => there.stop())

const aProvider = () =>
  createProvider({
    settings: { issuer: there.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, name: 'Example' },
    publicUrl: 'https://fettle.example',
    log: { warn: () => {} },
    timeout: 0.2,
  })

test.each(['down', 'hangs'] as const)(
  'one that is %s is said to be unavailable, and works when it is back',
  async (fault) => {
    const provider = aProvider()
    there.fault = fault
    await expect(provider.depart()).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      status: 503,
      message: 'Example cannot be reached at the moment. Try again, or sign in another way.',
    })
    there.fault = undefined
    await expect(provider.depart()).resolves.toMatchObject({ proof: expect.stringMatching(/^[\w-]{43}$/) })
  },
)

// OpenID Connect Core 1.0, section 3.1.2.1, and RFC 7636, section 4.3.
test('the browser leaves with state, nonce and a code challenge', async () => {
  const { url, state, nonce } = await aProvider().depart()
  const { origin, pathname, searchParams } = new URL(url)
  expect(origin + pathname).toBe(`${there.issuer}/authorize`)
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: 'fettle',
    redirect_uri: 'https://fettle.example/auth',
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

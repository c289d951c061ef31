import http from 'node:http'
import https, { type RequestOptions } from 'node:https'
import { followProvider } from '#src/app/follow-provider.ts'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { createEmbeddedProvider, type EmbeddedProvider } from '../embedded/create-embedded.server.ts'
import { handleDueEvents, sweepEvents } from '../handle-events.server.ts'
import { type FakeStripe, startFakeStripe } from './fake-stripe-fixture.ts'

export interface StripeApp {
  readonly fettle: TestApp
  /** Buyers, banks and time. */
  readonly world: EmbeddedProvider
  readonly fake: FakeStripe
  /** Hears of everything that Stripe has to tell and was not told yet. */
  hear(): Promise<void>
  stop(): Promise<void>
}

const KEY = 'sk_test_fake'

/** The whole application with Stripe, whose API is answered nearby. Nothing works by itself: no chore runs. */
export async function startStripeApp(): Promise<StripeApp> {
  const fettle = await startTestApp({
    env: {
      ROLE: 'web',
      TRUST_PROXY: 'true',
      STRIPE_SECRET_KEY: KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
      STRIPE_WEBHOOK_SECRET: 'whsec',
    },
  })
  const { db, pool } = fettle.database
  const { till, billing, payments: provider } = fettle.parts
  const world = createEmbeddedProvider({ db, webhookSecret: 'whsec', publicUrl: 'http://localhost' })
  const fake = await startFakeStripe(world, KEY)
  const { request } = https
  const nearby = ({ path, method, headers = {} }: RequestOptions) => http.request({ ...fake.at, path, method, headers })
  Object.assign(https, {
    request: (options: RequestOptions, ...rest: never[]) =>
      options.host === 'api.stripe.com' ? nearby(options) : request(options, ...rest),
  })
  const told: unknown[] = []
  const log = { warn: (problem: unknown) => void told.push(problem) }
  return {
    fettle,
    world,
    fake,
    async hear() {
      await pool.query('update provider_sweep set next_at = now()')
      await sweepEvents({ db, provider })
      await handleDueEvents({ db, provider, handle: followProvider(till, billing), log })
      if (told.length > 0) throw new Error(`What was told failed: ${String(told)}`)
    },
    async stop() {
      Object.assign(https, { request })
      await fake.stop()
      await fettle.stop()
    },
  }
}

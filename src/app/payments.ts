import type { FastifyInstance } from 'fastify'
import { createEmbeddedProvider, isEmbedded } from '#src/features/payments/embedded/create-embedded.server.ts'
import { startTestPayments } from '#src/features/payments/embedded/embedded-chore.server.ts'
import { startForgettingEvents } from '#src/features/payments/forget-events.server.ts'
import { type HandleObject, startPaymentEvents } from '#src/features/payments/handle-events.server.ts'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import { registerPaymentWebhook, startTestWebhooks } from '#src/features/payments/webhook.server.ts'
import { createSigner } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import type { Env } from '#src/server/env.ts'
import type { Logger } from '#src/server/log.ts'
import type { ServerParts } from './server.ts'

/** Who moves the money of this installation. */
export async function createPayments(
  { stripe, publicUrl }: Env,
  db: Db,
  masterKey: Uint8Array,
): Promise<PaymentProvider> {
  if (stripe === undefined) {
    const webhookSecret = createSigner(masterKey, 'test payments').sign('webhooks')
    return createEmbeddedProvider({ db, webhookSecret, publicUrl })
  }
  // Stripe's package is two hundred modules, which only those load who have a key.
  const { createStripeProvider } = await import('#src/features/payments/stripe/create-stripe.server.ts')
  return createStripeProvider(stripe)
}

interface PaymentChores {
  readonly db: Db
  readonly provider: PaymentProvider
  readonly handle: HandleObject
  readonly log: Logger
}

/** What workers do about payments again and again. Returns the ways to stop. */
export const startPaymentChores = ({ db, provider, handle, log }: PaymentChores) => [
  startPaymentEvents({ db, provider, handle, log }),
  startForgettingEvents({ db, log }),
  ...(isEmbedded(provider) ? [startTestPayments({ provider, log })] : []),
]

/** The door for the provider's webhooks. */
export async function registerPayments(
  app: FastifyInstance,
  { database: { db }, payments: provider, env, log }: Pick<ServerParts, 'database' | 'payments' | 'env' | 'log'>,
): Promise<void> {
  await registerPaymentWebhook(app, { db, provider, hasSecret: env.stripe?.webhookSecret !== '' })
  startTestWebhooks(app, { provider, log })
}

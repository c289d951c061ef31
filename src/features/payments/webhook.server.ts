import type { FastifyInstance } from 'fastify'
import { repeat } from '#src/engine/repeat.ts'
import type { Db } from '#src/server/database.ts'
import { invalidRequest, notFound } from '#src/server/http/app-error.ts'
import type { Logger } from '#src/server/log.ts'
import { isEmbedded, type TakeWebhook } from './embedded/create-embedded.server.ts'
import { insertEvent } from './events.queries.ts'
import { type PaymentProvider, type ProviderEvent, WebhookRefusedError } from './provider.ts'

interface WebhookDeps {
  readonly db: Db
  readonly provider: PaymentProvider
  /** Without a secret nobody can sign, and with an empty one everybody could. */
  readonly hasSecret: boolean
}

interface TestWebhookDeps {
  readonly provider: PaymentProvider
  readonly log: Logger
}

const PATH = '/api/payments/webhook'
const SIGNATURE = 'stripe-signature'
const MAX_BYTES = 262_144
const DELIVERED_EVERY_MS = 1000

function read(provider: PaymentProvider, body: unknown, signature: unknown): ProviderEvent {
  const raw = body instanceof Uint8Array ? body : new Uint8Array(0)
  try {
    return provider.readEvent(raw, typeof signature === 'string' ? signature : undefined)
  } catch (error) {
    if (error instanceof WebhookRefusedError) throw invalidRequest(error.message)
    throw error
  }
}

/** Takes the provider's webhooks: proven, written down, answered; what follows from them is done later. */
export async function registerPaymentWebhook(
  app: FastifyInstance,
  { db, provider, hasSecret }: WebhookDeps,
): Promise<void> {
  await app.register(async (scope) => {
    // The signature is over the bytes as they came: no parser may come before it.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) => {
      done(null, body)
    })
    scope.post(PATH, async (request, reply) => {
      if (!hasSecret) throw notFound('address')
      const event = read(provider, request.body, request.headers[SIGNATURE])
      // Test and live books never mix.
      if (event.livemode === provider.livemode) await insertEvent(db, provider.name, event)
      return reply.code(202).send({ received: true })
    })
  })
}

/** Lets the embedded provider send its webhooks, through the same door as any other. */
export function startTestWebhooks(app: FastifyInstance, { provider, log }: TestWebhookDeps): void {
  if (!isEmbedded(provider)) return
  const take: TakeWebhook = async (payload, signature) => {
    const headers = { 'content-type': 'application/json', [SIGNATURE]: signature }
    return (await app.inject({ method: 'POST', url: PATH, headers, payload })).statusCode === 202
  }
  const stop = repeat('Sending test webhooks', DELIVERED_EVERY_MS, async () => void (await provider.deliver(take)), log)
  app.addHook('onClose', stop)
}

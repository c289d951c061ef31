import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseJson } from '#src/lib/parse-json.ts'
import { z } from '#src/lib/zod.ts'
import { type ProviderEvent, WebhookRefusedError } from './provider.ts'

const TOLERANCE_S = 300

const signatureOf = (body: Uint8Array, secret: string, seconds: string) =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()

/** The header that goes with a webhook, by Stripe's scheme. Source: docs.stripe.com/webhooks/signature. */
export function signWebhook(body: Uint8Array, secret: string, now: number = Date.now()): string {
  const seconds = String(Math.floor(now / 1000))
  return `t=${seconds},v1=${signatureOf(body, secret, seconds).toString('hex')}`
}

function isSigned(body: Uint8Array, header: string, secret: string, now: number): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string | undefined])
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(now / 1000 - Number(seconds)) > TOLERANCE_S) return false
  const expected = signatureOf(body, secret, seconds)
  // There are several while a secret is being replaced.
  const given = parts.flatMap(([name, value = '']) => (name === 'v1' ? [Buffer.from(value, 'hex')] : []))
  return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
}

const SentEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  livemode: z.boolean(),
  created: z.int(),
  data: z.object({
    object: z.object({ id: z.string().min(1).max(255), payment_intent: z.string().max(255).nullish().catch(null) }),
  }),
})

interface Told {
  readonly id?: string
  readonly payment_intent?: string | null | undefined
}

/** What an event is about: of a change to a charge, which is how its fee becomes known late, its payment. */
export const objectOf = (type: string, { id, payment_intent: paymentId }: Told): string =>
  (type === 'charge.updated' ? paymentId : id) ?? ''

/** What a webhook says, once its signature over the bytes that came is proven. */
export function readSignedEvent(
  body: Uint8Array,
  header: string | undefined,
  secret: string,
  now: number = Date.now(),
): ProviderEvent {
  // Everybody could sign with an empty one.
  if (secret === '' || header === undefined || !isSigned(body, header, secret, now))
    throw new WebhookRefusedError('The signature is missing, wrong or too old')
  const parsed = parseJson(Buffer.from(body).toString())
  const sent = SentEvent.safeParse(parsed.ok ? parsed.value : undefined)
  if (!sent.success) throw new WebhookRefusedError('This is not an event')
  const { id, type, livemode, created, data } = sent.data
  return { id, type, livemode, objectId: objectOf(type, data.object), createdAt: new Date(created * 1000) }
}

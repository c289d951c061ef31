import { createHash } from 'node:crypto'
import { valueAt } from '#src/lib/value-at.ts'
import type { WebhookSettings, WebhookTrigger } from '#src/nodes/index.ts'
import type { Json } from '#src/sdk/json.ts'

type Rules = Pick<WebhookSettings, 'dedupe' | 'dedupeKey'>

interface Recognised {
  /** What two deliveries of the same event have in common. */
  readonly key: Buffer
  readonly value: Json
}

/** By what a delivery is known again; null when it does not carry it and so counts by itself. */
export function recogniseDelivery({ dedupe, dedupeKey }: Rules, { headers, body }: WebhookTrigger): Recognised | null {
  const value =
    dedupe === 'header' ? headers[dedupeKey.toLowerCase()] : dedupe === 'body' ? valueAt(body, dedupeKey) : undefined
  if (value === undefined || value === null || value === '') return null
  // JSON keeps the number 1 and the text "1" apart.
  const text = JSON.stringify([dedupe, dedupeKey, value])
  return { key: createHash('sha256').update(text).digest(), value }
}

import { createHash } from 'node:crypto'
import { valueAt } from '#src/lib/value-at.ts'
import type { WebhookSettings, WebhookTrigger } from '#src/nodes/index.ts'

type Rules = Pick<WebhookSettings, 'dedupe' | 'dedupeKey'>

/** What two deliveries of the same event have in common; null when this one does not carry it and so counts by itself. */
export function deliveryKey({ dedupe, dedupeKey }: Rules, { headers, body }: WebhookTrigger): Buffer | null {
  const value =
    dedupe === 'header' ? headers[dedupeKey.toLowerCase()] : dedupe === 'body' ? valueAt(body, dedupeKey) : undefined
  if (value === undefined || value === null || value === '') return null
  // JSON keeps the number 1 and the text "1" apart.
  return createHash('sha256')
    .update(JSON.stringify([dedupe, dedupeKey, value]))
    .digest()
}

import { createHash } from 'node:crypto'
import type { WebhookSettings, WebhookTrigger } from '#src/nodes/index.ts'
import type { Json } from '#src/sdk/json.ts'

type Rules = Pick<WebhookSettings, 'dedupe' | 'dedupeKey'>

function fieldAt(body: Json, path: string): Json | undefined {
  let value: Json | undefined = body
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as { [name: string]: Json })[name]
  }
  return value
}

/** What two deliveries of the same event have in common; null when this one does not carry it and so counts by itself. */
export function deliveryKey({ dedupe, dedupeKey }: Rules, { headers, body }: WebhookTrigger): Buffer | null {
  const value =
    dedupe === 'header' ? headers[dedupeKey.toLowerCase()] : dedupe === 'body' ? fieldAt(body, dedupeKey) : undefined
  if (value === undefined || value === null || value === '') return null
  // JSON keeps the number 1 and the text "1" apart.
  return createHash('sha256')
    .update(JSON.stringify([dedupe, dedupeKey, value]))
    .digest()
}

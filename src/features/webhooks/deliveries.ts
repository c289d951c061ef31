import { createHash } from 'node:crypto'
import { exactJson, parseExactJson } from '#src/lib/exact-json.ts'
import { valueAt } from '#src/lib/value-at.ts'
import type { WebhookSettings, WebhookTrigger } from '#src/nodes/index.ts'
import type { Json } from '#src/sdk/json.ts'

type Rules = Pick<WebhookSettings, 'dedupe' | 'dedupeKey'>

interface Recognised {
  /** What two deliveries of the same event have in common. */
  readonly key: Buffer
  readonly value: Json
}

/** A part of a body with all the digits of its numbers: rounded ones would make one event of two. */
function exactPart(part: Json, path: string, sent: string): unknown {
  if (typeof part === 'string') return part
  const exact = parseExactJson(sent)
  return exact.ok ? valueAt(exact.value as Json, path) : part
}

/** By what a delivery is known again; null when it does not carry it and so counts by itself. `sent` is its body. */
export function recogniseDelivery(
  { dedupe, dedupeKey }: Rules,
  { headers, body }: WebhookTrigger,
  sent: () => string,
): Recognised | null {
  const value =
    dedupe === 'header' ? headers[dedupeKey.toLowerCase()] : dedupe === 'body' ? valueAt(body, dedupeKey) : undefined
  if (value === undefined || value === null || value === '') return null
  const exact = dedupe === 'body' ? exactPart(value, dedupeKey, sent()) : value
  // JSON keeps the number 1 and the text "1" apart.
  const text = exactJson([dedupe, dedupeKey, exact])
  const key = createHash('sha256').update(text).digest()
  return { key, value: typeof exact === 'bigint' ? String(exact) : value }
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookSettings } from '#src/nodes/index.ts'

type Rules = Pick<WebhookSettings, 'signature' | 'signatureHeader' | 'timestampHeader' | 'toleranceSeconds'>

export interface Signed {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body as it came: one parsed and written again has other bytes. */
  readonly raw: Uint8Array
}

/** Hexadecimal or base64, be it after a name as in "sha256=…". */
const SIGNATURE = /^(?:\w+=)?(?:([0-9a-f]{64})|([A-Za-z0-9+/]{43}=))$/

function signatureIn(value: string): Buffer | null {
  const [, hex, base64] = SIGNATURE.exec(value.trim()) ?? []
  if (hex !== undefined) return Buffer.from(hex, 'hex')
  return base64 === undefined ? null : Buffer.from(base64, 'base64')
}

const prefixOf = (signature: Rules['signature'], timestamp: string): string => {
  switch (signature) {
    case 'timestamp.body':
      return `${timestamp}.`
    case 'v0:timestamp:body':
      return `v0:${timestamp}:`
    default:
      return ''
  }
}

const isTimely = (timestamp: string, toleranceSeconds: number, now: number): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds

const asText = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

/** Whether a request was signed with the secret, and lately, by the rules of a webhook step that asks for it. */
export function isSigned({ headers, raw }: Signed, rules: Rules, secret: Uint8Array, now: number): boolean {
  const given = signatureIn(asText(headers[rules.signatureHeader]))
  const timestamp = asText(headers[rules.timestampHeader])
  if (given === null) return false
  if (rules.signature !== 'body' && !isTimely(timestamp, rules.toleranceSeconds, now)) return false
  const expected = createHmac('sha256', secret).update(prefixOf(rules.signature, timestamp)).update(raw).digest()
  return timingSafeEqual(given, expected)
}

import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { WebhookSettings } from '#src/nodes/index.ts'
import { isSigned } from './signature.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const seconds = NOW / 1000
const bytes = (text: string) => Buffer.from(text)
const sign = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest()

/** The example of GitHub's documentation, "Validating webhook deliveries". */
const github = {
  secret: "It's a Secret to Everybody",
  body: 'Hello, World!',
  signature: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
}
/** RFC 4231, test case 2. */
const rfc = {
  secret: 'Jefe',
  body: 'what do ya want for nothing?',
  signature: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
}
const base64 = Buffer.from(rfc.signature, 'hex').toString('base64')

test.each([
  ['GitHub', github, github.signature, true],
  ['RFC 4231', rfc, rfc.signature, true],
  ['base64', rfc, base64, true],
  ['base64 after a name', rfc, `v1=${base64}`, true],
  ['one byte changed', { ...rfc, body: 'What do ya want for nothing?' }, rfc.signature, false],
  ['the last byte of the signature changed', rfc, rfc.signature.replace(/43$/, '44'), false],
  ['another secret', { ...rfc, secret: 'jefe' }, rfc.signature, false],
  ['an empty secret', { ...rfc, secret: '' }, rfc.signature, false],
  ['cut short', rfc, rfc.signature.slice(0, -2), false],
  ['two at once', rfc, `${rfc.signature},${rfc.signature}`, false],
  ['none', rfc, undefined, false],
])('a signature of the body: %s', (_name, { secret, body }, signature, valid) => {
  const rules = WebhookSettings.parse({ signature: 'body', signatureHeader: 'X-Hub-Signature-256' })
  const signed = { headers: { 'x-hub-signature-256': signature }, raw: bytes(body) }
  expect(isSigned(signed, rules, bytes(secret), NOW)).toBe(valid)
})

test.each([
  ['now', seconds, true],
  ['at the limit', seconds - 300, true],
  ['too old', seconds - 301, false],
  ['from a clock ahead', seconds + 300, true],
  ['from the future', seconds + 301, false],
])('a signature with its time: %s', (_name, at, valid) => {
  const rules = WebhookSettings.parse({ signature: 'timestamp.body' })
  const headers = { 'x-timestamp': String(at), 'x-signature': sign('s', `${at}.{}`).toString('hex') }
  expect(isSigned({ headers, raw: bytes('{}') }, rules, bytes('s'), NOW)).toBe(valid)
})

test.each([
  ['another time than was signed', { 'x-timestamp': String(seconds - 1) }],
  ['no time', { 'x-timestamp': undefined }],
  ['a time in words', { 'x-timestamp': 'now' }],
])('a signature is refused with %s', (_name, changed) => {
  const rules = WebhookSettings.parse({ signature: 'timestamp.body' })
  const headers = { 'x-signature': sign('s', `${seconds}.{}`).toString('hex'), ...changed }
  expect(isSigned({ headers, raw: bytes('{}') }, rules, bytes('s'), NOW)).toBe(false)
})

test('the form with a version before time and body', () => {
  const rules = WebhookSettings.parse({
    signature: 'v0:timestamp:body',
    signatureHeader: 'x-slack-signature',
    timestampHeader: 'x-slack-request-timestamp',
  })
  const headers = {
    'x-slack-request-timestamp': String(seconds),
    'x-slack-signature': `v0=${sign('s', `v0:${seconds}:a=b`).toString('hex')}`,
  }
  expect(isSigned({ headers, raw: bytes('a=b') }, rules, bytes('s'), NOW)).toBe(true)
})

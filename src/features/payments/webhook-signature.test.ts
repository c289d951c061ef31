import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { WebhookRefusedError } from './provider.ts'
import { readSignedEvent, signWebhook } from './webhook-signature.ts'

const SECRET = 'whsec_test'
const NOW = Date.parse('2026-11-23T12:00:00Z')
const body = Buffer.from(
  '{"id":"evt_1","object":"event","type":"payment_intent.succeeded","livemode":false,"created":1764000000,' +
    '"data":{"object":{"id":"pi_1","object":"payment_intent"}}}',
)
const header = (secret = SECRET, at = NOW) =>
  Stripe.webhooks.generateTestHeaderString({ payload: body.toString(), secret, timestamp: Math.floor(at / 1000) })

test('reads an event that Stripe’s own library has signed, and signs as it does', () => {
  expect(readSignedEvent(body, header(), SECRET, NOW)).toEqual({
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    objectId: 'pi_1',
    livemode: false,
    createdAt: new Date('2025-11-24T16:00:00Z'),
  })
  expect(signWebhook(body, SECRET, NOW)).toBe(header())
})

test('a change to a charge is about its payment, and about nothing where it has none', () => {
  const told = (paymentId: string | null) => {
    const charge = { id: 'ch_1', payment_intent: paymentId }
    const changed = { id: 'evt_1', type: 'charge.updated', livemode: false, created: 1, data: { object: charge } }
    const sent = Buffer.from(JSON.stringify(changed))
    return readSignedEvent(sent, signWebhook(sent, SECRET, NOW), SECRET, NOW).objectId
  }
  expect([told('pi_1'), told(null)]).toEqual(['pi_1', ''])
})

test('one of several signatures is enough, while a secret is being replaced', () => {
  const both = `${header('whsec_old')},${header().split(',')[1]}`
  expect(readSignedEvent(body, both, SECRET, NOW).id).toBe('evt_1')
})

test.each<readonly [string, Buffer, string | undefined, string]>([
  ['no signature', body, undefined, SECRET],
  ['an empty one', body, '', SECRET],
  ['another secret', body, header('whsec_other'), SECRET],
  ['an empty secret of ours, signed with it', body, signWebhook(body, '', NOW), ''],
  ['a changed byte', Buffer.from(body.toString().replace('pi_1', 'pi_2')), header(), SECRET],
  ['another space', Buffer.from(body.toString().replace(',', ', ')), header(), SECRET],
  ['301 s of age', body, header(SECRET, NOW - 301_000), SECRET],
  ['301 s from the future', body, header(SECRET, NOW + 301_000), SECRET],
  ['no time', body, header().replace(/t=\d+,/, ''), SECRET],
  ['a short signature', body, header().slice(0, -2), SECRET],
])('refuses %s', (_, sent, signature, secret) => {
  expect(() => readSignedEvent(sent, signature, secret, NOW)).toThrow(WebhookRefusedError)
})

test('takes one that is 300 s old', () => {
  expect(readSignedEvent(body, header(SECRET, NOW - 300_000), SECRET, NOW).id).toBe('evt_1')
})

test('refuses what is signed but no event', () => {
  const other = Buffer.from('{"id":"evt_1"}')
  expect(() => readSignedEvent(other, signWebhook(other, SECRET, NOW), SECRET, NOW)).toThrow(WebhookRefusedError)
  const broken = Buffer.from('{')
  expect(() => readSignedEvent(broken, signWebhook(broken, SECRET, NOW), SECRET, NOW)).toThrow(WebhookRefusedError)
})

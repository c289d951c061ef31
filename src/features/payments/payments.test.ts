import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { dumpOf } from '#src/server/test-dump.ts'
import { aPayment, typed, VISA } from './embedded/embedded-fixture.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

async function aForm(person: Person): Promise<{ id: string; clientSecret: string }> {
  const { payments } = fettle.parts
  const { id } = await payments.createCustomer({ accountId: person.id, email: person.email, key: `c:${person.id}` })
  return payments.createIntent(aPayment(id, { key: `order:${person.id}:${Math.random()}` }))
}

const codeOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) =>
  (body.error as { code: string } | undefined)?.code

test('somebody pays with a card, is declined, and is asked to prove who they are', async () => {
  const person = await fettle.aPerson()
  const { id, clientSecret } = await aForm(person)
  const declined = await person.post('/api/payments/confirm', { clientSecret, card: typed('4000000000009995') })
  expect([declined.status, declined.body]).toEqual([
    200,
    { status: 'failed', message: 'Your card has insufficient funds.' },
  ])
  const mistyped = await person.post('/api/payments/confirm', { clientSecret, card: typed('4242424242424241') })
  expect([mistyped.status, codeOf(mistyped)]).toEqual([422, 'CARD_REFUSED'])
  const asked = await person.post('/api/payments/confirm', { clientSecret, card: typed('4000000000003220') })
  expect(asked.body).toEqual({ status: 'requires_action', message: null })
  const proven = await person.post('/api/payments/authenticate', { clientSecret, passed: true })
  expect(proven.body).toEqual({ status: 'succeeded', message: null })
  expect((await fettle.parts.payments.getIntent(id)).received).toBe(999)
})

test('row 32: a form of somebody else is not there, and nothing is charged', async () => {
  const [owner, stranger] = [await fettle.aPerson(), await fettle.aPerson()]
  const { id, clientSecret } = await aForm(owner)
  const body = { clientSecret, card: VISA }
  expect((await stranger.post('/api/payments/confirm', body)).status).toBe(404)
  expect((await stranger.post('/api/payments/authenticate', { clientSecret, passed: true })).status).toBe(404)
  expect((await fettle.visitor().post('/api/payments/confirm', body)).status).toBe(401)
  expect((await fettle.parts.payments.getIntent(id)).status).toBe('requires_payment_method')
})

test('row 55: after six cards in a minute nobody tries a seventh for half an hour', async () => {
  const person = await fettle.aPerson()
  const { clientSecret } = await aForm(person)
  const body = { clientSecret, card: typed('4000000000000002') }
  for (let n = 0; n < 6; n += 1) expect((await person.post('/api/payments/confirm', body)).status).toBe(200)
  const held = await person.post('/api/payments/confirm', body)
  expect([held.status, codeOf(held), held.headers['retry-after']]).toEqual([429, 'TOO_MANY_REQUESTS', '1800'])
})

test('row 54: a card number is nowhere in the database, whatever became of it', async () => {
  const person = await fettle.aPerson()
  const { clientSecret } = await aForm(person)
  const key = { 'idempotency-key': 'a-key-of-mine' }
  await person.post('/api/payments/confirm', { clientSecret, card: VISA }, key)
  await person.post('/api/payments/confirm', { clientSecret, card: { ...VISA, more: '4242' } }, key)
  const dump = await dumpOf(fettle.database.pool)
  expect(dump).not.toMatch(/4242[ -]?4242|a-key-of-mine/)
})

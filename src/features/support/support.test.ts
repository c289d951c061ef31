import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { SUPPORT_EMAIL: 'help@fettle.example', TRUST_PROXY: 'true' } })
})
afterAll(() => app.stop())

const message = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Where is my export?' }
const from = (address: string) => ({ 'x-forwarded-for': address })
const toSupport = () =>
  app.database.db
    .selectFrom('mail')
    .select(['reply_to', 'subject', 'text_body'])
    .where('to_address', '=', 'help@fettle.example')
    .orderBy('id')
    .execute()

test('a message reaches support, who can simply answer it', async () => {
  const person = await app.aPerson()
  expect((await person.post('/api/support', message, from('203.0.113.1'))).status).toBe(202)
  const [mail] = await toSupport()
  expect(mail).toMatchObject({ reply_to: 'ada@example.com', subject: 'Message to support' })
  expect(mail?.text_body).toContain('Where is my export?')
  expect(mail?.text_body).toContain('From Ada Lovelace <ada@example.com>')
  expect(mail?.text_body).toContain(`Signed in as user ${person.id}`)
  // Nothing goes to the address that was typed: anybody's could be.
  const toWriter = app.database.db.selectFrom('mail').select('id').where('to_address', '=', 'ada@example.com').execute()
  expect(await toWriter).toEqual([])
})

test.each([
  [{ ...message, name: ' ' }, 'name', 'Name is required'],
  [{ ...message, email: 'ada@example.com\r\nBcc: all@example.com' }, 'email', 'Please enter a valid email address'],
  [{ ...message, message: ' \n ' }, 'message', 'Please write what it is about'],
  [{ ...message, message: 'x'.repeat(5001) }, 'message', 'The message must be at most 5000 characters'],
])('%j is refused at its field', async (body, field, said) => {
  const answer = await app.visitor().post('/api/support', body, from('203.0.113.2'))
  expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ field, message: said }] } } })
})

test('one address writes five times an hour', async () => {
  const statuses = []
  for (let time = 0; time < 6; time += 1)
    statuses.push((await app.visitor().post('/api/support', message, from('203.0.113.3'))).status)
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
})

test('where an answer goes to is not for the sender to say', async () => {
  const body = { ...message, to: 'other@example.com' }
  expect((await app.visitor().post('/api/support', body, from('203.0.113.4'))).status).toBe(400)
})

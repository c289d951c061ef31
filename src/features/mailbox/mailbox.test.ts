import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import type { LocalMail } from './mailbox.schema.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const listMails = async () => (await app.visitor().get('/api/dev/mails')).body.mails as LocalMail[]

test('in development every mail can be read, as text and as a page that can do nothing', async () => {
  const person = await app.aPerson()
  await expect
    .poll(listMails, { timeout: 5000 })
    .toMatchObject([{ to: person.email, subject: 'Confirm your email address', status: 'local', category: 'account' }])
  const [mail] = await listMails()
  expect(mail?.text).toContain('http://localhost:3000/auth?mode=verify#token=')
  const page = await app.app.inject({ url: `/api/dev/mails/${mail?.id}/html` })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toBe(
    "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'",
  )
  expect(page.body).toContain('<h1>Confirm your email address</h1>')
  for (const id of ['x', '01920000-0000-7000-8000-00000000dead'])
    expect((await app.visitor().get(`/api/dev/mails/${id}/html`)).status).toBe(404)
})

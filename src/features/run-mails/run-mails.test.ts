import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { createRunMailer, MAILS_PER_DAY } from './send-run-mail.server.ts'

let fettle: TestApp
let ada: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
})
afterAll(() => fettle.stop())

const graph = {
  nodes: [
    { id: 'a', key: 'hook', type: 'webhook', name: 'Hook' },
    {
      ...{ id: 'b', key: 'tell', type: 'mail', name: 'Tell' },
      config: {
        to: '{{ trigger.body.to }}',
        subject: 'Order {{ trigger.body.n }}',
        text: 'Dear customer,\n\nthank <you>.',
      },
    },
    { id: 'c', key: 'answer', type: 'respond', name: 'Answer', config: { body: '{{ steps.tell }}' } },
  ],
  edges: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ],
}

const mailsTo = (address: string) =>
  fettle.database.db
    .selectFrom('mail')
    .select(['subject', 'text_body', 'html_body', 'reply_to', 'category', 'user_id'])
    .where('to_address', '=', address)
    .execute()

test('a step of a workflow puts its mail into the outbox', async () => {
  const { workflow } = (await ada.post('/api/workflows', { name: 'Tell', graph })).body as {
    workflow: { id: string; hookPath: string }
  }
  expect((await ada.post(`/api/workflows/${workflow.id}/publish`, {})).status).toBe(200)
  const { status, body } = await fettle.visitor().post(workflow.hookPath, { to: 'bob@example.com', n: 7 })
  expect([status, body]).toEqual([200, { to: ['bob@example.com'], subject: 'Order 7' }])
  const [mail, ...others] = await mailsTo('bob@example.com')
  expect(others).toEqual([])
  expect(mail).toMatchObject({ subject: 'Order 7', reply_to: ada.email, category: 'run', user_id: ada.id })
  expect(mail?.text_body).toBe(
    `Dear customer,\n\nthank <you>.\n\n-- \nSent by a workflow of ${ada.email} on http://localhost:3000.\n`,
  )
  expect(mail?.html_body).toContain('<p>thank &lt;you&gt;.</p>')
})

test('the run says what became of its mails, and tells nobody else', async () => {
  const { workflow } = (await ada.post('/api/workflows', { name: 'Tell', graph })).body as {
    workflow: { id: string; hookPath: string }
  }
  expect((await ada.post(`/api/workflows/${workflow.id}/publish`, {})).status).toBe(200)
  const { headers } = await fettle.visitor().post(workflow.hookPath, { to: 'gone@example.com, here@example.com', n: 8 })
  const path = `/api/executions/${headers['x-execution-id']}`
  const fatesOf = async () => {
    const { execution } = (await ada.get(path)).body as { execution: { steps: { key: string; mails?: object[] }[] } }
    return execution.steps.flatMap(({ key, mails }) => (mails === undefined ? [] : [{ key, mails }]))
  }
  const set = (to: string, status: string, reason: string | null) =>
    fettle.database.pool.query('update mail set status = $2, last_error = $3, attempts = 1 where to_address = $1', [
      ...[to, status, reason],
    ])
  await set('gone@example.com', 'failed', '550 5.1.1 no such mailbox')
  await set('here@example.com', 'sent', null)
  expect(await fatesOf()).toEqual([
    {
      key: 'tell',
      mails: [
        { to: 'gone@example.com', state: 'refused', reason: '550 5.1.1 no such mailbox', attempts: 1 },
        { to: 'here@example.com', state: 'sent', reason: null, attempts: 1 },
      ],
    },
  ])
  await fettle.database.pool.query(`delete from mail where to_address = 'gone@example.com'`)
  expect(await fatesOf()).toMatchObject([{ mails: [{ to: 'here@example.com' }] }])
})

const mailer = (delivery: 'smtp' | 'outbox' | 'off') =>
  createRunMailer({ db: fettle.database.db, publicUrl: 'http://localhost:3000', delivery })
const letter = (to: readonly string[]) => ({ to, subject: 'Hi', text: 'Hi' })

test('a step that is repeated sends nothing twice', async () => {
  const send = () =>
    mailer('outbox')(letter(['eve@example.com', 'kim@example.com']), { ownerId: ada.id, stepKey: 'run:b:0' })
  await send()
  await send()
  expect(await mailsTo('eve@example.com')).toHaveLength(1)
  expect(await mailsTo('kim@example.com')).toHaveLength(1)
})

test('without a mail server in production it says so', async () => {
  await expect(mailer('off')(letter(['off@example.com']), { ownerId: ada.id, stepKey: 'off' })).rejects.toMatchObject({
    code: 'MAIL_OFF',
    permanent: true,
    message: 'This server sends no mail, as its operator has not set SMTP_URL',
  })
})

test('who has not confirmed an address sends no mail to others', async () => {
  const send = () => mailer('smtp')(letter(['smtp@example.com']), { ownerId: ada.id, stepKey: 'smtp' })
  await expect(send()).rejects.toMatchObject({ code: 'EMAIL_UNCONFIRMED', permanent: true })
  await fettle.database.db.updateTable('user').set({ email_verified_at: new Date() }).where('id', '=', ada.id).execute()
  await send()
  expect(await mailsTo('smtp@example.com')).toHaveLength(1)
})

test('an account has so many mails a day, and a repeated one is not counted again', async () => {
  const bob = await fettle.aPerson()
  const send = (n: number) => mailer('outbox')(letter(['many@example.com']), { ownerId: bob.id, stepKey: `many:${n}` })
  for (let n = 0; n < MAILS_PER_DAY - 10; n++) await send(n)
  // Of fifty at the same time as many go as there are left.
  const rest = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => send(MAILS_PER_DAY + 1 + n)))
  expect(rest.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  await expect(send(MAILS_PER_DAY)).rejects.toMatchObject({
    code: 'MAIL_LIMIT',
    permanent: false,
    retryAfterMs: 3_600_000,
  })
  await send(0)
  expect(await mailsTo('many@example.com')).toHaveLength(MAILS_PER_DAY)
})

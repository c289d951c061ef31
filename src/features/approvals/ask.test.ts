import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aWorkflow } from '#src/engine/engine-fixture.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { MAX_ASKED_A_DAY, MAX_MAILS_TO_STRANGERS } from './approvals.schema.ts'
import { createAsk } from './ask.server.ts'

let fettle: TestApp
let bob: Person
let mustBeConfirmed = false
beforeAll(async () => {
  fettle = await startTestApp()
  bob = await fettle.aPerson()
  await fettle.database.pool.query('update "user" set email_verified_at = now() where id = $1', [bob.id])
})
afterAll(() => fettle.stop())

const SOON = '2100-01-01T00:00:00.000Z'
const LATER = '2100-01-02T00:00:00.000Z'
const question = { question: 'Pay?', details: '', needed: 1, veto: true, until: SOON }
const ask = (...asked: Parameters<ReturnType<typeof createAsk>>) =>
  createAsk({
    db: fettle.database.db,
    queueMail: fettle.parts.queueMail,
    signer: fettle.parts.signerFor('approval'),
    mustBeConfirmed,
  })(...asked)

/** A step of a run of somebody new, or of this owner. */
async function aStep(owned?: { readonly workflowId: string; readonly ownerId: string }) {
  const { workflowId, ownerId } = owned ?? (await aWorkflow(fettle.database.pool))
  const executionId = uuidv7()
  await fettle.database.pool.query(
    `insert into execution (id, workflow_id, owner_id, status, lane, trigger_kind, graph)
     values ($1, $2, $3, 'running', 'direct', 'manual', '{}')`,
    [executionId, workflowId, ownerId],
  )
  return { executionId, nodeId: 'ask', workflowId, ownerId }
}
const mailsOf = async ({ id }: Person) =>
  (
    await fettle.database.pool.query(
      `select from mail where user_id = $1 and subject = 'A workflow waits for your decision'`,
      [id],
    )
  ).rowCount
const mailsTo = async (address: string) =>
  (await fettle.database.pool.query('select reply_to, text_body, user_id from mail where to_address = $1', [address]))
    .rows
const addresses = (count: number) => Array.from({ length: count }, (_, at) => `silent${at}@example.com`)

test('a step that is repeated asks nobody again, and its time is not longer for it', async () => {
  const step = await aStep()
  expect(await ask({ ...question, approvers: [bob.email] }, step)).toEqual({ until: SOON })
  expect(await ask({ ...question, approvers: [bob.email], until: LATER }, step)).toEqual({ until: SOON })
  expect(await mailsOf(bob)).toBe(1)
})

test('more who must approve than are asked are refused', async () => {
  const step = await aStep()
  await expect(ask({ ...question, approvers: addresses(1), needed: 2 }, step)).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message: '2 must approve, but 1 is asked',
  })
  expect(await ask({ ...question, approvers: addresses(2), needed: 2 }, step)).toEqual({ until: SOON })
})

test('so many may be asked within a day, and not one more', async () => {
  const step = await aStep()
  expect(await ask({ ...question, approvers: addresses(MAX_ASKED_A_DAY) }, step)).toEqual({ until: SOON })
  await expect(ask({ ...question, approvers: addresses(1) }, await aStep(step))).rejects.toMatchObject({
    code: 'TOO_MANY_APPROVALS',
  })
  // Of others nobody has asked yet.
  expect(await ask({ ...question, approvers: addresses(1) }, await aStep())).toEqual({ until: SOON })
})

test('who has no account gets one mail for each approval, which says who asks, and not too many in a day', async () => {
  const address = 'stranger@example.com'
  const step = await aStep()
  for (const times of [1, 2]) expect([times, await ask({ ...question, approvers: [address] }, step)]).toHaveLength(2)
  const mails = await mailsTo(address)
  const owner = await fettle.database.pool.query('select email from "user" where id = $1', [step.ownerId])
  expect(mails).toMatchObject([{ user_id: null, reply_to: owner.rows[0].email }])
  expect(mails[0].text_body).toContain(`A workflow of ${owner.rows[0].email} on Fettle has stopped`)
  for (let times = 1; times <= MAX_MAILS_TO_STRANGERS; times++)
    await ask({ ...question, approvers: [address, 'other@example.com'] }, await aStep())
  expect(await mailsTo(address)).toHaveLength(MAX_MAILS_TO_STRANGERS)
  expect(await mailsTo('other@example.com')).toHaveLength(MAX_MAILS_TO_STRANGERS)
})

test('where mails leave the server, nobody asks under an address that is not confirmed', async () => {
  mustBeConfirmed = true
  try {
    const step = await aStep()
    // Whether they have an account makes no difference.
    for (const address of [bob.email, 'nobody@example.com'])
      await expect(ask({ ...question, approvers: [address] }, step)).rejects.toMatchObject({
        code: 'EMAIL_UNCONFIRMED',
      })
    await fettle.database.pool.query('update "user" set email_verified_at = now() where id = $1', [step.ownerId])
    expect(await ask({ ...question, approvers: [bob.email] }, step)).toEqual({ until: SOON })
  } finally {
    mustBeConfirmed = false
  }
})

test('who is suspended or about to leave is not asked as a stranger either', async () => {
  const gone = await fettle.aPerson()
  await fettle.database.pool.query(
    `update "user" set email_verified_at = now(), suspended_at = now(), suspended_reason = 'spam' where id = $1`,
    [gone.id],
  )
  await ask({ ...question, approvers: [gone.email, bob.email] }, await aStep())
  expect(await mailsTo(gone.email)).not.toMatchObject([{ user_id: null }])
})

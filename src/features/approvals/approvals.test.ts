import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

vi.setConfig({ testTimeout: 20_000, expect: { poll: { timeout: 10_000 } } })

let fettle: TestApp
let ada: Person
let bob: Person
let eve: Person
beforeAll(async () => {
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true' } })
  ada = await fettle.aPerson()
  bob = await fettle.aPerson()
  eve = await fettle.aPerson()
  await fettle.database.pool.query('update "user" set email_verified_at = now()')
})
afterAll(() => fettle.stop())

/** Decisions are limited by address. */
const elsewhere = { 'x-forwarded-for': '203.0.113.7' }
const query = async (text: string, ...values: unknown[]) => (await fettle.database.pool.query(text, values)).rows
const graphWith = (config: object) => ({
  nodes: [
    { id: 'a', key: 'start', type: 'manual', name: 'Start', config: {} },
    { id: 'b', key: 'ask', type: 'approval', name: 'Ask', config: { question: 'Pay 12 €?', ...config } },
    ...['approved', 'rejected', 'expired'].map((key) => ({
      ...{ id: `n_${key}`, key, type: 'set', name: key },
      config: { values: { how: key } },
    })),
  ],
  edges: [
    { from: 'a', to: 'b' },
    ...['approved', 'rejected', 'expired'].map((port) => ({ from: 'b', port, to: `n_${port}` })),
  ],
})

async function begin(config: object) {
  const { workflow } = (await ada.post('/api/workflows', { name: 'Payments', graph: graphWith(config) })).body as {
    workflow: { id: string }
  }
  const { execution } = (await ada.post(`/api/workflows/${workflow.id}/run`, { version: 'draft' })).body as {
    execution: { id: string }
  }
  const { id } = execution
  const look = async () =>
    (await ada.get(`/api/executions/${id}`)).body.execution as { status: string; output: unknown }
  return { id, look }
}

/** A run that waits for people, with the path of each one's link. */
async function asked(people: readonly Person[], config: object = {}) {
  const run = await begin({ approvers: people.map(({ email }) => email).join(', '), ...config })
  await expect.poll(async () => (await run.look()).status).toBe('waiting')
  const links = await Promise.all(
    people.map(async ({ id }) => {
      const [row] = await query(
        `select href from notification where user_id = $1 and kind = 'approval.asked' order by created_at desc limit 1`,
        id,
      )
      return `/api${row.href}`
    }),
  )
  return { ...run, links, first: links[0] ?? '' }
}

test('who is asked gets a mail and a notification, and the decision goes on with the run', async () => {
  const { id, look, first } = await asked([bob])
  const [mail] = await query(`select subject, text_body from mail where user_id = $1 order by id desc limit 1`, bob.id)
  expect(mail.subject).toBe('A workflow waits for your decision')
  expect(mail.text_body).toContain(`http://localhost:3000${first.slice('/api'.length)}`)
  expect(mail.text_body).not.toContain('12 €')

  const visitor = fettle.visitor()
  const shown = await visitor.get(first)
  expect(shown.body.approval).toMatchObject({
    ...{ question: 'Pay 12 €?', workflowName: 'Payments', askedBy: ada.name, you: 'p…@example.com' },
    ...{ needed: 1, asked: 1, approved: 0, state: 'open', decision: null },
  })
  expect((await look()).status).toBe('waiting')

  const decided = await visitor.post(first, { decision: 'approve', reason: ' The invoice is right. ' })
  expect([decided.status, decided.body.approval]).toMatchObject([200, { state: 'approved', decision: 'approve' }])
  await expect.poll(async () => (await look()).status).toBe('succeeded')
  expect((await look()).output).toEqual({ how: 'approved' })
  const again = await visitor.post(first, { decision: 'reject' })
  expect([again.status, again.body.error]).toMatchObject([409, { code: 'APPROVAL_DECIDED' }])

  const { approvals } = (await ada.get(`/api/executions/${id}/approvals`)).body
  expect(approvals).toMatchObject([
    { nodeId: 'b', state: 'approved', people: [{ name: bob.name, reason: 'The invoice is right.' }] },
  ])
  expect((await eve.get(`/api/executions/${id}/approvals`)).status).toBe(404)
  const [entry] = await query(`select * from audit_entry where action = 'approval.decided' order by seq desc limit 1`)
  expect(entry).toMatchObject({ actor_id: bob.id, target: `execution ${id}` })
  expect(JSON.parse(entry.details)).toEqual({ step: 'b', decision: 'approve' })
})

test('two of three must approve', async () => {
  const { look, links } = await asked([ada, bob, eve], { needed: 2 })
  const [one = '', two = '', three = ''] = links
  const first = await fettle.visitor().post(one, { decision: 'approve' })
  expect(first.body.approval).toMatchObject({ state: 'open', approved: 1, asked: 3 })
  expect((await look()).status).toBe('waiting')
  await fettle.visitor().post(two, { decision: 'approve' })
  await expect.poll(async () => (await look()).output).toEqual({ how: 'approved' })
  const late = await fettle.visitor().post(three, { decision: 'reject' })
  expect([late.status, late.body.error]).toMatchObject([409, { code: 'APPROVAL_ENDED' }])
})

test('one rejection is enough, or is outvoted', async () => {
  const veto = await asked([ada, bob])
  await fettle.visitor().post(veto.first, { decision: 'reject' })
  await expect.poll(async () => (await veto.look()).output).toEqual({ how: 'rejected' })

  const open = await asked([ada, bob], { veto: false })
  await fettle.visitor().post(open.first, { decision: 'reject' })
  expect((await open.look()).status).toBe('waiting')
  await fettle.visitor().post(open.links[1] ?? '', { decision: 'approve' })
  await expect.poll(async () => (await open.look()).output).toEqual({ how: 'approved' })
})

test('people who decide at the same time are all heard, and each once', async () => {
  const { look, links } = await asked([ada, bob, eve], { needed: 3 })
  const all = [...links, ...links, ...links]
  const answers = await Promise.all(all.map((link) => fettle.visitor().post(link, { decision: 'approve' })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  await expect.poll(async () => (await look()).output).toEqual({ how: 'approved' })
})

test('what was said before the time was over is given to the run', async () => {
  const { id, look, first } = await asked([bob, eve], { needed: 2, amount: 3, unit: 'seconds' })
  await fettle.visitor().post(first, { decision: 'approve', reason: 'Fine with me.' }, elsewhere)
  await expect.poll(async () => (await look()).output).toEqual({ how: 'expired' })
  const [step] = await query(`select output from execution_step where execution_id = $1 and node_id = 'b'`, id)
  expect(step.output).toMatchObject({
    ...{ outcome: 'expired', byDeadline: true },
    decisions: [{ name: bob.name, email: bob.email, decision: 'approve', reason: 'Fine with me.' }],
  })
})

test('after its time nobody is heard any more', async () => {
  const { look, first } = await asked([bob], { amount: 0.5, unit: 'seconds' })
  await expect.poll(async () => (await look()).output).toEqual({ how: 'expired' })
  const late = await fettle.visitor().post(first, { decision: 'approve' })
  expect([late.status, late.body.error]).toMatchObject([409, { code: 'APPROVAL_ENDED' }])
})

test('a decision that comes when the time is over does not count, although the run has not gone on yet', async () => {
  const { id, look, first } = await asked([bob])
  await query(`update approval set due_at = now() - interval '1 second' where execution_id = $1`, id)
  expect((await fettle.visitor().get(first)).body.approval).toMatchObject({ state: 'ended' })
  const late = await fettle.visitor().post(first, { decision: 'approve' })
  expect([late.status, late.body.error]).toMatchObject([409, { code: 'APPROVAL_ENDED' }])
  expect(await look()).toMatchObject({ status: 'waiting' })
})

test('a decision that another end of the wait was quicker than is not kept', async () => {
  const { id, first } = await asked([bob])
  await query('update execution_wait set ended_at = now() where execution_id = $1', id)
  const late = await fettle.visitor().post(first, { decision: 'approve' })
  expect([late.status, late.body.error]).toMatchObject([409, { code: 'APPROVAL_ENDED' }])
  expect((await fettle.visitor().get(first)).body.approval).toMatchObject({ approved: 0, decision: null })
})

test('a cancelled run asks no more', async () => {
  const { id, first } = await asked([bob])
  await ada.post(`/api/executions/${id}/cancel`)
  expect((await fettle.visitor().get(first)).body.approval).toMatchObject({ state: 'ended' })
  expect((await fettle.visitor().post(first, { decision: 'approve' })).status).toBe(409)
})

test('whoever asks learns of no address whether it has an account here', async () => {
  const { id, look, first } = await asked([bob], { approvers: `nobody@example.com, ${bob.email}`, needed: 2 })
  const silent = (email: string) => ({ email, name: null, decision: null, reason: null, decidedAt: null })
  const peopleOf = async () => (await ada.get(`/api/executions/${id}/approvals`)).body.approvals
  expect(await peopleOf()).toMatchObject([{ people: [silent('nobody@example.com'), silent(bob.email)] }])
  expect((await fettle.visitor().get(first)).body.approval).toMatchObject({ asked: 2, approved: 0 })
  await fettle.visitor().post(first, { decision: 'approve' })
  expect(await peopleOf()).toMatchObject([{ people: [{ name: bob.name }, silent('nobody@example.com')] }])
  expect(await look()).toMatchObject({ status: 'waiting' })
})

test('who has no account decides by the link of their mail, once, and says who they are', async () => {
  const address = 'dora@example.com'
  const { id, look } = await begin({ approvers: address })
  await expect.poll(async () => (await look()).status).toBe('waiting')
  const [mail] = await query('select text_body from mail where to_address = $1', address)
  const link = `/api${/\/approvals\/\S+/.exec(mail.text_body)?.[0]}`
  const visitor = fettle.visitor()
  const open = { you: 'd…@example.com', state: 'open', decision: null, needsName: true }
  for (const _ of [1, 2]) expect((await visitor.get(link)).body.approval).toMatchObject(open)
  expect((await look()).status).toBe('waiting')
  const nameless = await visitor.post(link, { decision: 'approve' }, elsewhere)
  expect([nameless.status, nameless.body.error]).toMatchObject([422, { code: 'INVALID_INPUT' }])
  const decided = await visitor.post(link, { decision: 'approve', reason: 'Yes.', name: 'Dora' }, elsewhere)
  expect([decided.status, decided.body.approval]).toMatchObject([200, { state: 'approved' }])
  await expect.poll(async () => (await look()).output).toEqual({ how: 'approved' })
  expect((await visitor.post(link, { decision: 'reject', name: 'Dora' }, elsewhere)).status).toBe(409)
  const { approvals } = (await ada.get(`/api/executions/${id}/approvals`)).body
  expect(approvals).toMatchObject([{ people: [{ email: address, name: 'Dora', reason: 'Yes.' }] }])
})

test('the list names the address at which somebody was asked, also after they have another one', async () => {
  const kim = await fettle.aPerson()
  await query('update "user" set email_verified_at = now() where id = $1', kim.id)
  const { id, first } = await asked([kim])
  await query(`update "user" set email = 'kim.new@example.com' where id = $1`, kim.id)
  const peopleOf = async () => (await ada.get(`/api/executions/${id}/approvals`)).body.approvals
  expect(await peopleOf()).toMatchObject([{ people: [{ email: kim.email, name: null }] }])
  expect((await fettle.visitor().post(first, { decision: 'approve' })).status).toBe(200)
  expect(await peopleOf()).toMatchObject([{ people: [{ email: kim.email, name: kim.name }] }])
})

test('a link is for its own approval and person only', async () => {
  const { first } = await asked([bob])
  const signer = fettle.parts.signerFor('approval')
  const [approvalId = ''] = signer.verify(first.slice('/api/approvals/'.length))?.split(' ') ?? []
  for (const token of [
    signer.sign(`${approvalId} ${eve.id}`),
    signer.sign(`${crypto.randomUUID()} ${bob.id}`),
    signer.sign('nothing'),
    fettle.parts.signerFor('resume').sign(`${approvalId} ${bob.id}`),
    first.slice('/api/approvals/'.length).replace(/\..*/, `.${'A'.repeat(43)}`),
  ]) {
    expect((await fettle.visitor().get(`/api/approvals/${token}`)).status).toBe(404)
    expect((await fettle.visitor().post(`/api/approvals/${token}`, { decision: 'approve' })).status).toBe(404)
  }
  expect((await fettle.visitor().post(first, { decision: 'perhaps' })).status).toBe(422)
  // Whoever has an account is asked by that, not by the address; and others have not been asked.
  for (const address of [bob.email, 'dora@example.com'])
    expect((await fettle.visitor().get(`/api/approvals/${signer.sign(`${approvalId} ${address}`)}`)).status).toBe(404)
})

test('addresses without an account count for the day as all others do', async () => {
  const addresses = (from: number) => Array.from({ length: 20 }, (_, at) => `silent${from + at}@example.com`).join()
  for (let times = 0; times < 9; times++) {
    const { look } = await begin({ approvers: addresses(times * 20) })
    await expect.poll(async () => (await look()).status).toBe('waiting')
  }
  const { look } = await begin({ approvers: addresses(180) })
  await expect.poll(async () => (await look()).status).toBe('failed')
  expect(await look()).toMatchObject({ error: { code: 'TOO_MANY_APPROVALS' } })
})

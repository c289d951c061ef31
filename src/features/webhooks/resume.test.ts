import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { inTransaction } from '#src/engine/in-transaction.ts'

vi.setConfig({ testTimeout: 20_000, expect: { poll: { timeout: 10_000 } } })

let fettle: TestApp
let ada: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
})
afterAll(() => fettle.stop())

interface Step {
  readonly key: string
  readonly status: string
  readonly dueAt: string | null
  readonly output: { readonly url?: string }
}

/** A run that waits for a call, with the path to call. */
async function aWait(config: object = {}, person: Person = ada) {
  const graph = {
    nodes: [
      { id: 'a', key: 'start', type: 'manual', name: 'Start', config: {} },
      { id: 'b', key: 'link', type: 'set', name: 'Link', config: { values: { url: '{{ run.resumeUrls.paid }}' } } },
      {
        id: 'c',
        key: 'paid',
        type: 'wait',
        name: 'Paid',
        config: { mode: 'call', amount: 2, unit: 'days', ...config },
      },
    ],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ],
  }
  const { workflow } = (await person.post('/api/workflows', { name: 'Order', graph })).body as {
    workflow: { id: string }
  }
  const started = await person.post(`/api/workflows/${workflow.id}/run`, { version: 'draft' })
  expect(started.status).toBe(202)
  const { id } = started.body.execution as { id: string }
  const look = async () =>
    (await person.get(`/api/executions/${id}`)).body.execution as {
      status: string
      dueAt: string | null
      steps: Step[]
    }
  await expect.poll(async () => (await look()).status).toBe('waiting')
  const { url } = (await look()).steps[1]?.output ?? {}
  return { id, look, path: new URL(url ?? '').pathname }
}

test('a wait for a call goes on with what the call brought', async () => {
  const { id, look, path } = await aWait()
  const waiting = await look()
  const due = Date.parse(waiting.dueAt ?? '')
  expect(due - Date.now()).toBeGreaterThan(47 * 3_600_000)
  expect(waiting.steps[2]).toMatchObject({ key: 'paid', status: 'waiting', dueAt: waiting.dueAt })

  const called = await fettle.visitor().post(`${path}?n=1`, { paid: true }, { cookie: 'session=mine' })
  expect([called.status, called.body]).toEqual([200, { resumed: true, executionId: id }])
  await expect.poll(async () => (await look()).status).toBe('succeeded')
  const done = await look()
  expect(done.dueAt).toBe(null)
  expect(done.steps[2]).toMatchObject({ output: { method: 'POST', query: { n: '1' }, body: { paid: true } } })
  expect(JSON.stringify(done.steps[2])).not.toContain('session=mine')
  const again = await fettle.visitor().post(path, {})
  expect([again.status, again.body.error]).toEqual([409, expect.objectContaining({ code: 'EXECUTION_FINISHED' })])
})

test('to look at the address changes nothing, unless the step allows it', async () => {
  const closed = await aWait()
  const looked = await fettle.visitor().get(closed.path)
  expect([looked.status, looked.headers.allow]).toEqual([405, 'POST'])
  expect((await closed.look()).status).toBe('waiting')

  const open = await aWait({ allowGet: true })
  expect((await fettle.app.inject({ method: 'HEAD', url: open.path })).statusCode).toBe(405)
  expect((await open.look()).status).toBe('waiting')
  expect((await fettle.visitor().get(open.path)).status).toBe(200)
  await expect.poll(async () => (await open.look()).status).toBe('succeeded')
})

test('of a hundred calls at the same time one is told that it counted', async () => {
  const { path, look } = await aWait()
  const answers = await Promise.all(Array.from({ length: 100 }, () => fettle.visitor().post(path, {})))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(99)
  await expect.poll(async () => (await look()).status).toBe('succeeded')
})

test('nobody can make up an address, nor use one for another step', async () => {
  const { id, path } = await aWait()
  const { signerFor } = fettle.parts
  for (const token of [
    path.slice('/hooks/resume/'.length).replace(/\..*/, `.${'A'.repeat(43)}`),
    signerFor('resume').sign(`${id} b`),
    signerFor('resume').sign(`${crypto.randomUUID()} c`),
    signerFor('resume').sign('nothing'),
    signerFor('unsubscribe').sign(`${id} c`),
  ])
    expect((await fettle.visitor().post(`/hooks/resume/${token}`, {})).status, token).toBe(404)
})

test('the address of a suspended owner leads nowhere', async () => {
  const bob = await fettle.aPerson()
  const { path, id } = await aWait({}, bob)
  const { pool } = fettle.database
  await pool.query(`update "user" set suspended_at = now(), suspended_reason = 'spam' where id = $1`, [bob.id])
  expect((await fettle.visitor().post(path, {})).status).toBe(404)
  // Whatever else wakes it: it does not go on.
  await inTransaction(pool, (client) =>
    fettle.parts.engine.wake(client, { executionId: id, nodeId: 'c', answer: null }),
  )
  const statusOf = async () => (await pool.query('select status from execution where id = $1', [id])).rows[0].status
  await expect.poll(statusOf).toBe('cancelled')
})

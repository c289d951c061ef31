import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

/** Answers /big with a megabyte, and /slow when the test says so. */
let release = Promise.withResolvers<void>()
let waiting = 0
const server = createServer(async (request, response) => {
  if (request.url === '/slow') {
    waiting += 1
    await release.promise
  }
  response.setHeader('content-type', 'text/plain')
  response.end(request.url === '/big' ? 'x'.repeat(1_000_000) : 'done')
})

let fettle: TestApp
let ada: Person
let bob: Person
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  fettle = await startTestApp({
    env: { EGRESS_ALLOW: `127.0.0.1:${port}`, STORED_MB: '5', RUNS_AT_ONCE: '2', STARTS_PER_MINUTE: '40' },
  })
  ada = await fettle.aPerson()
  bob = await fettle.aPerson()
})
afterAll(async () => {
  release.resolve()
  await fettle.stop()
  server.close()
})

async function publish(person: Person, path: string, trigger: object): Promise<{ id: string; hookPath: string }> {
  const graph = {
    nodes: [
      { id: 'a', key: 'start', name: 'Start', ...trigger },
      { id: 'b', key: 'call', type: 'http', name: 'Call', config: { url: origin + path } },
    ],
    edges: [{ from: 'a', to: 'b' }],
  }
  const { workflow } = (await person.post('/api/workflows', { name: path, graph })).body as {
    workflow: { id: string; hookPath: string }
  }
  expect((await person.post(`/api/workflows/${workflow.id}/publish`, {})).body).toMatchObject({ version: 1 })
  return workflow
}
const byHand = { type: 'manual' }
const hook = { type: 'webhook', config: { respond: 'last' } }

async function run(person: Person, id: string): Promise<string> {
  const { status, body } = await person.post(`/api/workflows/${id}/run`, {})
  expect(status, JSON.stringify(body)).toBe(202)
  return (body.execution as { id: string }).id
}
const find = async (person: Person, id: string) =>
  (await person.get(`/api/executions/${id}`)).body.execution as {
    status: string
    error: { code: string; message: string } | null
  }
const ended = (person: Person, id: string) =>
  expect.poll(async () => (await find(person, id)).status, { timeout: 15_000 }).toMatch(/succeeded|failed/)
const usage = async (person: Person) =>
  (await person.get('/api/usage')).body.usage as Record<'atOnce' | 'stored' | 'kept', { used: number; limit: number }>

test('runs that would hold more than the account may fail with the reason; others, and small ones, go on', async () => {
  const [big, small, theirs] = [
    await publish(ada, '/big', byHand),
    await publish(ada, '/small', byHand),
    await publish(bob, '/big', byHand),
  ]
  const errors: (string | undefined)[] = []
  for (let n = 0; n < 7; n++) {
    const id = await run(ada, big.id)
    await ended(ada, id)
    errors.push((await find(ada, id)).error?.code)
  }
  // Each holds a megabyte and a little; the fifth would come to more than 5 MB.
  expect(errors).toEqual([undefined, undefined, undefined, undefined, ...Array(3).fill('QUOTA_EXCEEDED')])
  // What was refused is nowhere.
  const { rows } = await fettle.database.pool.query(
    `select (select sum(octet_length(attempt::text)) from execution_checkpoint c join execution e on e.id = execution_id
              where e.owner_id = $1)::int as remembered,
            (select sum(octet_length(content)) from execution_blob b join execution e on e.id = b.execution_id
              where e.owner_id = $1)::int as logged`,
    [ada.id],
  )
  expect([rows[0].remembered < 4_100_000, rows[0].logged < 4_100_000]).toEqual([true, true])
  const [ofBob, ofAda] = [await run(bob, theirs.id), await run(ada, small.id)]
  await Promise.all([ended(bob, ofBob), ended(ada, ofAda)])
  expect([(await find(bob, ofBob)).status, (await find(ada, ofAda)).status]).toEqual(['succeeded', 'succeeded'])

  await expect.poll(async () => Math.floor((await usage(ada)).stored.used / 1_000_000)).toBe(4)
  expect((await usage(ada)).stored.limit).toBe(5_000_000)
  expect((await usage(ada)).kept.used).toBe(8)
  // What is deleted makes room.
  await ada.send('DELETE', `/api/workflows/${big.id}`)
  expect((await usage(ada)).stored.used).toBe(0)

  // It comes back as long as nothing else has taken the room.
  expect((await ada.post(`/api/workflows/${big.id}/undelete`)).status).toBe(200)
  expect(Math.floor((await usage(ada)).stored.used / 1_000_000)).toBe(4)
  await ada.send('DELETE', `/api/workflows/${big.id}`)
  await fettle.database.pool.query(
    `update execution_size set bytes = 2000000
      where execution_id = (select e.id from execution e join execution_size on execution_id = e.id where workflow_id = $1 limit 1)`,
    [big.id],
  )
  const refused = await ada.post(`/api/workflows/${big.id}/undelete`)
  expect([refused.status, (refused.body.error as { code: string }).code]).toEqual([409, 'QUOTA_EXCEEDED'])
  expect((await usage(ada)).stored.used).toBe(0)
}, 60_000)

test('beyond the runs that may be at work, those that nobody waits for are queued, and callers are asked to wait', async () => {
  release = Promise.withResolvers()
  waiting = 0
  const [slow, answers] = [await publish(ada, '/slow', byHand), await publish(ada, '/slow', hook)]
  const ids = [await run(ada, slow.id), await run(ada, slow.id)]
  await expect.poll(() => waiting).toBe(2)
  const lanes = async () =>
    (await fettle.database.pool.query('select lane from execution where id = any($1) order by created_at', [ids])).rows
  ids.push(await run(ada, slow.id))
  expect(await lanes()).toEqual([{ lane: 'direct' }, { lane: 'direct' }, { lane: 'queued' }])
  const refused = await fettle.visitor().post(answers.hookPath, {})
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1'])

  const theirs = await publish(bob, '/small', hook)
  expect((await fettle.visitor().post(theirs.hookPath, {})).status).toBe(200)
  release.resolve()
  await Promise.all(ids.map((id) => ended(ada, id)))
  expect((await fettle.visitor().post(answers.hookPath, {})).status).toBe(200)
}, 60_000)

test('more starts in a minute than an account may are answered 429, with the time to wait', async () => {
  const { id } = await publish(bob, '/small', byHand)
  const answers = []
  for (let n = 0; n < 41; n++) answers.push(await bob.post(`/api/workflows/${id}/run`, { version: 9 }))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ada.post(`/api/workflows/${id}/run`, {})).status).toBe(404)
})

test('a visitor has no usage', async () => {
  expect((await fettle.visitor().get('/api/usage')).status).toBe(401)
})

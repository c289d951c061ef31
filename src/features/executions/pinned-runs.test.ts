import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { createSandbox } from '#src/sandbox/pool.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { testBundle } from '#src/sandbox/test-bundle.ts'

vi.setConfig({ testTimeout: 60_000, expect: { poll: { timeout: 30_000 } } })

let fettle: TestApp
let sandbox: Sandbox
let server: Server
let base: string
let ada: Person
beforeAll(async () => {
  server = createServer((_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  base = `http://${host}/`
  sandbox = createSandbox({ bundleDir: await testBundle(), log: () => undefined })
  fettle = await startTestApp({ sandbox, env: { EGRESS_ALLOW: host } })
  ada = await fettle.aPerson()
})
afterAll(async () => {
  await fettle.stop()
  await sandbox.stop()
  server.close()
})

/** Every request that this process begins, by whichever of Node's clients. */
const CHANNELS = ['http.client.request.start', 'undici:request:create']
async function requestsOf(act: () => Promise<void>): Promise<number> {
  let count = 0
  const one = () => {
    count += 1
  }
  for (const channel of CHANNELS) subscribe(channel, one)
  await act()
  for (const channel of CHANNELS) unsubscribe(channel, one)
  return count
}

const step = (id: string, type: string, config: object) => ({ id, key: id, name: id.toUpperCase(), type, config })
const made = async (name: string, steps: object[]) => {
  const nodes = [step('start', 'manual', {}), ...steps] as { id: string }[]
  const edges = nodes.slice(1).map(({ id }, at) => ({ from: nodes[at]?.id, to: id }))
  return ((await ada.post('/api/workflows', { name, graph: { nodes, edges } })).body.workflow as { id: string }).id
}
interface Shown {
  readonly status: string
  readonly output: unknown
  readonly steps: { key: string; status: string }[]
}
async function tried(id: string): Promise<Shown> {
  const { body } = await ada.post(`/api/workflows/${id}/run`, { version: 'draft', input: { n: 1 } })
  expect(body.error).toBeUndefined()
  const path = `/api/executions/${(body.execution as { id: string }).id}`
  const shown = async () => (await ada.get(path)).body.execution as Shown
  await expect.poll(async () => (await shown()).status).toMatch(/succeeded|failed/)
  return shown()
}
const sums = async (called: string) => {
  const { executions } = (await ada.get(`/api/workflows/${called}/executions`)).body as { executions: object[] }
  const mails = await fettle.database.db.selectFrom('mail').select('id').where('category', '=', 'run').execute()
  return { runs: executions.length, mails: mails.length }
}

test('a run of the draft whose effectful steps are all pinned asks nobody, mails nobody and calls no workflow', async () => {
  const called = await made('Called', [step('only', 'set', { values: { ok: true } })])
  expect((await ada.post(`/api/workflows/${called}/publish`, {})).status).toBe(200)
  const effectful = [
    step('read', 'http', { url: base }),
    step('write', 'http', { method: 'POST', url: base }),
    step('tell', 'mail', { to: 'bob@example.com', subject: 'Hello', text: 'Hello.' }),
    step('call', 'workflow', { workflow: called, wait: false }),
  ]
  const code = 'async function run({ n }) { try { await fetch("http://127.0.0.1/") } catch (e) { return n + 1 } }'
  const id = await made('Tried', [
    ...effectful,
    // These run, the code in a real sandbox.
    step('code', 'code', { code, input: { n: '{{ trigger.n }}' } }),
    step('end', 'set', { values: { code: '{{ steps.code.result }}', read: '{{ steps.read.body.kind }}' } }),
  ])
  const keys = ['read', 'write', 'tell', 'call']
  for (const key of keys)
    expect(
      (await ada.send('PUT', `/api/workflows/${id}/pins/${key}`, { output: { body: { kind: key } } })).status,
    ).toBe(200)
  let run: Shown | undefined
  const before = await sums(called)
  const requests = await requestsOf(async () => {
    run = await tried(id)
  })
  expect(run).toMatchObject({ status: 'succeeded', output: { code: 2, read: 'read' } })
  expect(run?.steps.filter(({ key }) => keys.includes(key)).map(({ status }) => status)).toEqual(
    keys.map(() => 'reused'),
  )
  expect([requests, await sums(called)]).toEqual([0, before])

  // The same steps without their pins do all of it, so that these figures mean something.
  for (const key of keys) await ada.send('DELETE', `/api/workflows/${id}/pins/${key}`)
  expect(await requestsOf(async () => void (await tried(id)))).toBe(2)
  await expect.poll(() => sums(called)).toEqual({ runs: before.runs + 1, mails: before.mails + 1 })
})

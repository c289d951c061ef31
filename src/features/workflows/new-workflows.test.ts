import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
let ada: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
})
afterAll(() => fettle.stop())

const file = JSON.stringify({ format: 'fettle-workflow', version: 1, name: 'File', graph: { nodes: [], edges: [] } })
const count = async (table: 'workflow' | 'tool_draft') =>
  (await fettle.database.pool.query(`select from ${table} where owner_id = $1`, [ada.id])).rowCount ?? 0

async function aWorkflow(): Promise<string> {
  return ((await ada.post('/api/workflows', { name: 'One' })).body.workflow as { id: string }).id
}
const aBuiltin = async () => {
  const { rows } = await fettle.database.pool.query<{ id: string }>(
    `select id from tool where kind = 'builtin' limit 1`,
  )
  return rows[0]?.id
}

test.each([
  ['workflow', 'made', 'workflow', async () => ['/api/workflows', { name: 'New' }]],
  ['workflow', 'imported', 'workflow', async () => ['/api/workflows/import', { file }]],
  ['workflow', 'duplicated', 'workflow', async () => [`/api/workflows/${await aWorkflow()}/duplicate`, {}]],
  ['tool', 'made', 'tool_draft', async () => ['/api/tools', {}]],
  ['tool', 'cloned', 'tool_draft', async () => [`/api/tools/${await aBuiltin()}/clone`, {}]],
] as const)('a %s that was %s before a kill is what a repeat gets', async (_, _done, table, make) => {
  const [url, body] = await make()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const before = await count(table)
  const first = await ada.post(String(url), body, key)
  expect(first.status, JSON.stringify(first.body)).toBeLessThan(300)
  await fettle.database.pool.query(
    `update idempotency set status = null, answer = null, created_at = now() - interval '3 minutes' where key = $1`,
    [key['idempotency-key']],
  )
  const repeated = await ada.post(String(url), body, key)
  expect([repeated.status, repeated.body]).toEqual([first.status, first.body])
  expect(await count(table)).toBe(before + 1)
})

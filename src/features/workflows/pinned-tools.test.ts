import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { createSandbox } from '#src/sandbox/pool.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { testBundle } from '#src/sandbox/test-bundle.ts'

let sandbox: Sandbox
let fettle: TestApp
let ada: Person
let tool: string
beforeAll(async () => {
  sandbox = createSandbox({ bundleDir: await testBundle(), log: () => undefined })
  fettle = await startTestApp({ sandbox })
  ada = await fettle.aPerson()
  tool = await aTool(fettle, await fettle.aPerson(), {})
})
afterAll(async () => {
  await fettle.stop()
  await sandbox.stop()
})

/** What the creator does when they publish once more. */
async function publishTool(version: number, two: string) {
  const { pool } = fettle.database
  await pool.query(
    `insert into tool_version (tool_id, version, input_schema, output_schema, code)
     values ($1, $2, '{}', '{"two": {"type": "number", "label": "Two"}}', $3)`,
    [tool, version, JSON.stringify({ outputs: { two } })],
  )
  await pool.query('update tool set version = $2 where id = $1', [tool, version])
}
const graphWith = (config: object) => ({
  nodes: [
    { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: { respond: 'last' } },
    { id: 'b', key: 'double', type: 'tool', name: 'Double', config },
  ],
  edges: [{ from: 'a', to: 'b' }],
})
interface Workflow {
  id: string
  hookPath: string
  upToDate: boolean
  graph: { nodes: { config: object }[] }
}
async function create(config: object) {
  const made = (await ada.post('/api/workflows', { name: 'Double', graph: graphWith(config) })).body
  const { id, hookPath } = made.workflow as Workflow
  return {
    publish: () => ada.post(`/api/workflows/${id}/publish`, {}),
    call: async () => (await fettle.visitor().post(hookPath, {})).body,
    read: async () => (await ada.get(`/api/workflows/${id}`)).body.workflow as Workflow,
    versionOf: async (n: number) => {
      const { version } = (await ada.get(`/api/workflows/${id}/versions/${n}`)).body as unknown as { version: Workflow }
      return version.graph.nodes[1]?.config
    },
  }
}

test('the version of a creator’s tool is that of the moment of publishing, until somebody publishes again', async () => {
  const { publish, call, read, versionOf } = await create({ tool })
  expect((await publish()).body).toMatchObject({ version: 1, warnings: [] })
  expect(await versionOf(1)).toEqual({ tool, version: 1 })
  expect((await read()).graph.nodes[1]?.config).toEqual({ tool })
  expect((await read()).upToDate).toBe(true)
  expect(await call()).toEqual({ two: 2 })

  await publishTool(2, '22')
  expect(await call()).toEqual({ two: 2 })
  expect((await read()).upToDate).toBe(false)

  await publish()
  expect(await versionOf(2)).toEqual({ tool, version: 2 })
  expect(await call()).toEqual({ two: 22 })
  expect((await read()).upToDate).toBe(true)
})

test('a version that was chosen stays, and built-in tools and expressions have none', async () => {
  await publishTool(3, '33')
  const chosen = await create({ tool, version: 1 })
  await chosen.publish()
  expect([await chosen.versionOf(1), (await chosen.read()).upToDate]).toEqual([{ tool, version: 1 }, true])
  const builtIn = await create({ tool: 'tip-calculator', input: { bill: 10 } })
  await builtIn.publish()
  expect(await builtIn.versionOf(1)).toEqual({ tool: 'tip-calculator', input: { bill: 10 } })
  expect((await builtIn.read()).upToDate).toBe(true)
  const open = await create({ tool: '{{ trigger.body.tool }}' })
  await open.publish()
  expect(await open.versionOf(1)).toEqual({ tool: '{{ trigger.body.tool }}' })
})

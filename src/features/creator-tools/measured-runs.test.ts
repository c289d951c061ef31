import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { createSandbox } from '#src/sandbox/pool.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { testBundle } from '#src/sandbox/test-bundle.ts'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'
import type { Trial } from './creator-tools.schema.ts'
import { tileCode, tileContent } from './test-content.ts'
import type { ToolContent } from './tool-content.schema.ts'

let sandbox: Sandbox
let fettle: TestApp
let creator: Person
let id: string
beforeAll(async () => {
  sandbox = createSandbox({ bundleDir: await testBundle(), log: () => undefined })
  fettle = await startTestApp({ sandbox })
  creator = await fettle.aPerson()
  await fettle.database.pool.query(`update "user" set pro_until = now() + interval '1 day' where id = $1`, [creator.id])
  id = ((await creator.post('/api/tools', { content: tileCode })).body.draft as { id: string }).id
})
afterAll(async () => {
  await fettle.stop()
  await sandbox.stop()
})

const attempt = async (content: ToolContent, input: object = { area: 4 }) =>
  (await creator.post(`/api/tools/${id}/try`, { content, input })).body as unknown as Trial
const ofCode = (source: string) => attempt({ ...tileCode, source })
const MB = 1024 * 1024

test('a run of code says how much processor time it took and how much memory at its highest', async () => {
  const { used: little } = await ofCode('function run() { return { tiles: 1 } }')
  expect(little).toEqual({ cpuMs: expect.any(Number), memoryBytes: expect.any(Number) })
  expect(little?.memoryBytes).toBeLessThan(4 * MB)
  const { used } = await ofCode(
    'function run() { let sum = 0; for (let n = 0; n < 1e6; n++) sum += n; new Array(2e6).fill(1); return { tiles: 1 } }',
  )
  // Given back before the end, and counted.
  expect(used?.memoryBytes).toBeGreaterThan(15 * MB)
  expect(used?.memoryBytes).toBeLessThan(LIMITS.memoryBytes)
  expect(used?.cpuMs).toBeGreaterThan(little?.cpuMs ?? 0)
  expect(used?.cpuMs).toBeLessThan(LIMITS.ms)
})

test('a run that a limit ends shows that limit as reached, and one that throws what it took', async () => {
  const large = await ofCode('function run() { const all = []; for (;;) all.push(new Array(1e5).fill(1)) }')
  expect(large).toMatchObject({ error: { code: 'MEMORY_LIMIT' }, used: { memoryBytes: LIMITS.memoryBytes } })
  const long = await ofCode('function run() { for (;;); }')
  expect(long).toMatchObject({ error: { code: 'TIME_LIMIT' } })
  expect(long.used?.cpuMs).toBeGreaterThanOrEqual(LIMITS.ms)
  expect(await ofCode('function run() { throw new Error("no") }')).toMatchObject({
    error: { code: 'TOOL_ERROR' },
    used: { cpuMs: expect.any(Number), memoryBytes: expect.any(Number) },
  })
})

test('expressions take processor time and have no memory of their own; what did not run took nothing', async () => {
  const { used } = await attempt(tileContent)
  expect(used).toEqual({ cpuMs: expect.any(Number), memoryBytes: null })
  expect(await attempt(tileContent, {})).toMatchObject({ error: { code: 'INVALID_INPUT' }, used: null })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { createSandbox } from '#src/sandbox/pool.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { testBundle } from '#src/sandbox/test-bundle.ts'
import { contentFromSignature } from './signature.ts'

let sandbox: Sandbox
let fettle: TestApp
beforeAll(async () => {
  sandbox = createSandbox({ bundleDir: await testBundle(), log: () => undefined })
  fettle = await startTestApp({ sandbox })
})
afterAll(async () => {
  await fettle.stop()
  await sandbox.stop()
})

test.each([
  ['export function add(a: number, b: number = 2): number { return a + b }', { a: 3, b: 2 }, 5],
  ['interface Box { w: number }\n\nexport default function area(w: number): number {\n  return w * w\n}', { w: 4 }, 16],
  ['const area = (w, h = 2) => w * h', { w: 3, h: 2 }, 6],
])('a pasted function is a tool that runs: %s', async (text, input, result) => {
  const creator = await fettle.aPerson()
  await fettle.database.pool.query(`update "user" set pro_until = now() + interval '1 day' where id = $1`, [creator.id])
  const { status, body } = await creator.post('/api/tools', { content: contentFromSignature(text) })
  expect(status).toBe(201)
  const { id, content } = body.draft as { id: string; content: object }
  const trial = await creator.post(`/api/tools/${id}/try`, { content, input })
  expect(trial.body).toMatchObject({ ok: true, outputs: { result } })
})

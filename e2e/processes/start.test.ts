import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  launchApp,
  removeApps,
  removeFolders,
  startApp,
  startCommand,
  temporaryFolder,
} from '../support/app-process.ts'

const command = startCommand

afterEach(removeApps)
afterAll(removeFolders)

test('the start says in one line each what it does, and names the sign-ins the first time only', async () => {
  const dataDir = temporaryFolder()
  const first = await startApp({ command, dataDir })
  expect(first.output()).toMatch(/^Starting PostgreSQL … \d+(\.\d)? m?s$/m)
  await expect.poll(() => first.output()).toContain(`Fettle is ready: http://localhost:${first.port}`)
  expect(first.output()).toContain('@fettle.test')
  await first.stop()
  const second = await startApp({ command, dataDir })
  expect(second.output()).toMatch(/^Starting PostgreSQL … \d+(\.\d)? m?s$/m)
  await expect.poll(() => second.output()).toContain(`Fettle is ready: http://localhost:${second.port}`)
  expect(second.output()).not.toContain('@fettle.test')
})

test('a taken port is named, and nothing is left behind', async () => {
  const occupant = createServer().listen(0, '127.0.0.1')
  await once(occupant, 'listening')
  const address = occupant.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const app = await launchApp({ command, port })
  expect(await app.exited).toBe(1)
  expect(app.output()).toContain(`Port ${port} is already in use.`)
  expect(app.processes()).toEqual([])
  occupant.close()
})

test('a second start on the same data folder says whose it is and leaves the first alone', async () => {
  const first = await startApp({ command })
  const second = await launchApp({ command, dataDir: first.dataDir })
  expect(await second.exited).toBe(1)
  expect(second.output()).toContain(
    `Another Fettle (process ${first.pid}) already uses the data folder ${first.dataDir}. Stop it, or set DATA_DIR to another folder.\n`,
  )
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
})

test('a wrong value in the environment is one sentence', async () => {
  const app = await launchApp({ command, env: { PORT: 'abc' } })
  expect(await app.exited).toBe(1)
  expect(app.output()).toBe('PORT must be a whole number from 1 to 65535, but is "abc".\n')
  expect(app.processes()).toEqual([])
})

test('where the kernel refuses namespaces the start says so, and only what creators wrote answers 503', async () => {
  const folder = temporaryFolder()
  const refusal = '#!/bin/sh\necho "unshare: unshare failed: Operation not permitted" >&2\nexit 1\n'
  writeFileSync(join(folder, 'unshare'), refusal, { mode: 0o755 })
  const app = await startApp({ command, env: { PATH: `${folder}:${process.env.PATH}` } })
  expect(app.output()).toContain('creator tools are off: this system cannot jail them (see SANDBOX in the README)')
  expect(app.output()).toContain('unshare: unshare failed: Operation not permitted')
  const run = (slug: string, input: object) =>
    fetch(`${app.url}/api/tools/${slug}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'fetch' },
      body: JSON.stringify(input),
    })
  const refused = await run('word-frequency', { text: 'a b' })
  expect([refused.status, (await refused.json()) as object]).toEqual([
    503,
    { error: expect.objectContaining({ message: 'Creator tools cannot run on this system', retryAfter: 3600 }) },
  ])
  expect((await run('base64', { action: 'encode', text: 'a' })).status).toBe(200)
})

import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { launchApp, removeApps, removeFolders, startApp, temporaryFolder } from '../support/app-process.ts'

afterEach(removeApps)
afterAll(removeFolders)

test('the start says in one line each what it does, and names the sign-ins the first time only', async () => {
  const dataDir = temporaryFolder()
  const first = await startApp({ dataDir })
  expect(first.output()).toMatch(/^Starting PostgreSQL … \d+(\.\d)? m?s$/m)
  await expect.poll(() => first.output()).toContain(`Fettle is ready: http://localhost:${first.port}`)
  expect(first.output()).toContain('@fettle.test')
  await first.stop()
  const second = await startApp({ dataDir })
  expect(second.output()).toMatch(/^Starting PostgreSQL … \d+(\.\d)? m?s$/m)
  await expect.poll(() => second.output()).toContain(`Fettle is ready: http://localhost:${second.port}`)
  expect(second.output()).not.toContain('@fettle.test')
})

test('a taken port is named, and nothing is left behind', async () => {
  const occupant = createServer().listen(0, '127.0.0.1')
  await once(occupant, 'listening')
  const address = occupant.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const app = await launchApp({ port })
  expect(await app.exited).toBe(1)
  expect(app.output()).toContain(`Port ${port} is already in use.`)
  expect(app.processes()).toEqual([])
  occupant.close()
})

test('a second start on the same data folder says whose it is and leaves the first alone', async () => {
  const first = await startApp()
  const second = await launchApp({ dataDir: first.dataDir })
  expect(await second.exited).toBe(1)
  expect(second.output()).toContain(
    `Another Fettle (process ${first.pid}) already uses the data folder ${first.dataDir}. Stop it, or set DATA_DIR to another folder.\n`,
  )
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
})

test('a wrong value in the environment is one sentence', async () => {
  const app = await launchApp({ env: { PORT: 'abc' } })
  expect(await app.exited).toBe(1)
  expect(app.output()).toBe('PORT must be a whole number from 1 to 65535, but is "abc".\n')
  expect(app.processes()).toEqual([])
})

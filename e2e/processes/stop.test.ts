import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { removeApps, removeFolders, startApp, startCommand, temporaryFolder } from '../support/app-process.ts'
import { allEnded, identitiesOf } from '../support/processes.ts'

const dataDir = temporaryFolder()

afterEach(removeApps)
afterAll(removeFolders)

const npm = ['npm', 'start'] as const
// As on a Node 20, which cannot become another program and stays as the parent.
const asParent = [process.execPath, '--import=data:text/javascript,delete process.execve', 'scripts/start.mjs'] as const

test.each([
  { how: 'Ctrl+C of npm start', command: npm, name: 'SIGINT', group: true },
  { how: 'SIGINT to npm alone', command: npm, name: 'SIGINT', group: false },
  { how: 'SIGTERM to npm alone', command: npm, name: 'SIGTERM', group: false },
  { how: 'Ctrl+C of the launcher', command: startCommand, name: 'SIGINT', group: true },
  { how: 'SIGINT to the launcher alone', command: startCommand, name: 'SIGINT', group: false },
  { how: 'Ctrl+C of the launcher on an old Node', command: asParent, name: 'SIGINT', group: true },
  { how: 'SIGINT to the launcher alone on an old Node', command: asParent, name: 'SIGINT', group: false },
])('$how stops every process within 3 s', async ({ command, name, group }) => {
  const app = await startApp({ command, dataDir })
  const all = identitiesOf([app.pid, ...app.processes()])
  expect(all.length).toBeGreaterThan(5)
  process.kill(group ? -app.pid : app.pid, name)
  await allEnded(all, 3000)
})

test('a launcher on an old Node that is killed with -9 takes everything with it', async () => {
  const app = await startApp({ command: asParent, dataDir })
  const all = identitiesOf([app.pid, ...app.processes()])
  process.kill(app.pid, 'SIGKILL')
  await allEnded(all, 3000)
})

test('a client that never finishes its request does not hold up the end', async () => {
  const app = await startApp({ dataDir })
  const client = connect(app.port, '127.0.0.1')
  client.on('error', () => {})
  await once(client, 'connect')
  client.write(
    'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  )
  const all = identitiesOf([app.pid, ...app.processes()])
  process.kill(app.pid, 'SIGINT')
  await allEnded(all, 3000)
  client.destroy()
})

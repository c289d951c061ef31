import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { register } from '../support/api-session.ts'
import { queryDatabase } from '../support/app-database.ts'
import { removeApps, removeFolders, startApp, temporaryFolder } from '../support/app-process.ts'

afterAll(async () => {
  await removeApps()
  removeFolders()
})

const graph = Graph.parse({
  nodes: [
    { id: 'n_order', key: 'order', type: 'webhook', name: 'Order', config: { respond: 'now' } },
    {
      id: 'n_hold',
      key: 'hold',
      type: 'wait',
      name: 'Hold',
      config: { mode: 'call', amount: 3, unit: 'seconds' },
    },
    { id: 'n_done', key: 'done', type: 'set', name: 'Done', config: { values: { n: '{{ trigger.body.n }}' } } },
  ],
  edges: [
    { from: 'n_order', to: 'n_hold' },
    { from: 'n_hold', port: 'expired', to: 'n_done' },
  ],
})

test('a run that was under way when the data folder was copied goes on in the copy', async () => {
  const app = await startApp()
  const { hookPath } = await (await register(app.url)).publish('Copied', graph)
  const answer = await fetch(app.url + hookPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ n: 'seven' }),
  })
  const { executionId } = (await answer.json()) as { executionId: string }
  await app.stop()

  // The commands of the README.
  const archive = join(temporaryFolder(), 'fettle-backup.tar.gz')
  const folder = temporaryFolder()
  execFileSync('tar', ['-chzf', archive, basename(app.dataDir)], { cwd: dirname(app.dataDir) })
  rmSync(app.dataDir, { recursive: true })
  execFileSync('tar', ['-xzf', archive, '--same-owner'], { cwd: folder })

  const copy = await startApp({ dataDir: join(folder, basename(app.dataDir)) })
  const found = async () =>
    (await queryDatabase(copy.dataDir, 'select status, output from execution where id = $1', [executionId]))[0]
  await expect.poll(async () => (await found())?.status, { timeout: 30_000 }).toBe('succeeded')
  expect(await found()).toEqual({ status: 'succeeded', output: { n: 'seven' } })
})

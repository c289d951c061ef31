import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FSWatcher, watch } from 'node:fs'
import { type Addresses, addressesOf } from '#src/server/addresses.ts'
import { parseEnv } from '#src/server/env.ts'
import { EnvError } from '#src/server/env-values.ts'
import { startPostgres } from '#src/server/postgres/cluster.ts'
import { DataDirInUseError } from '#src/server/postgres/lock.ts'
import { step } from '#src/server/progress.ts'
import { needsRestart } from './lib/needs-restart.ts'

// `node --watch` would restart for ever: React Router reads its configuration through files it writes itself.

const SETTLED_MS = 80

await run().catch((error) => {
  if (!(error instanceof EnvError || error instanceof DataDirInUseError)) throw error
  console.error(error.message)
  process.exitCode = 1
})

/** Owns PostgreSQL and the server process, which it starts anew when server code changes. */
async function run(): Promise<void> {
  const env = parseEnv(process.env)
  const { databaseUrl, dataDir } = env
  const postgres = databaseUrl ? undefined : await step('Starting PostgreSQL', (say) => startPostgres({ dataDir, say }))
  const addresses = addressesOf(env, postgres)
  let server = startServer(addresses)
  let restarting = Promise.resolve()
  const watchers = watchSources((file) => {
    restarting = restarting.then(async () => {
      console.log(`${file} changed, starting anew`)
      await stopServer(server)
      server = startServer(addresses)
    })
  })
  await firstSignal()
  for (const watcher of watchers) watcher.close()
  await restarting
  await stopServer(server)
  await postgres?.stop()
}

function startServer({ url, migrations }: Addresses): ChildProcess {
  const server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import=./scripts/lib/follow-parent.mjs', 'src/app/main.ts', '--dev'],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, DATABASE_URL: url, DATABASE_OWNER_URL: migrations.url },
    },
  )
  server.on('exit', (code) => {
    if (code !== 0 && !server.killed) console.log('The server ended; it starts anew with the next change.')
  })
  return server
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}

/** Calls back once per burst of changes: editors write a file in several steps, git many files at once. */
function watchSources(onChange: (file: string) => void): FSWatcher[] {
  let timer: NodeJS.Timeout | undefined
  return ['src', 'db/migrations'].map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      if (name === null || !needsRestart(`${folder}/${name}`)) return
      clearTimeout(timer)
      timer = setTimeout(() => onChange(`${folder}/${name}`), SETTLED_MS)
    }),
  )
}

function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => resolve())
  })
}

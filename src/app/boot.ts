import type { FastifyInstance } from 'fastify'
import { type ListedTool, listBuiltins, syncBuiltins } from '#src/features/catalog/builtin-tools.server.ts'
import { readListedTools } from '#src/features/catalog/listed-tools.server.ts'
import { seedFeatured } from '#src/features/featured/featured.server.ts'
import { ownsBooks } from '#src/features/ledger/ledger.queries.ts'
import { addStarterWorkflow } from '#src/features/workflows/workflows.server.ts'
import { type Addresses, addressesOf } from '#src/server/addresses.ts'
import { connect, type Database } from '#src/server/database.ts'
import type { Env } from '#src/server/env.ts'
import { isOfThisMachine } from '#src/server/http/this-machine.ts'
import type { Logger } from '#src/server/log.ts'
import { migrate } from '#src/server/migrations.ts'
import { startPostgres } from '#src/server/postgres/cluster.ts'
import { step } from '#src/server/progress.ts'
import { createParts, type Parts } from './parts.ts'
import { prepareSandbox } from './prepare-sandbox.ts'
import { type SeededAccount, seededLines, seedFirstStart } from './seed.ts'

interface BootOptions {
  readonly env: Env
  readonly log: Logger
  readonly dev: boolean
}

export interface Running {
  readonly url: string | undefined
  readonly seeded: readonly SeededAccount[]
  /** What the operator should know, a line each: where mails go, what guards the books. */
  readonly notes: readonly string[]
}

type ServerCode = typeof import('./server.ts')

const STOP_MS = 2500

/** What has been started so far, to be stopped in the opposite order. */
class Started {
  readonly #stops: (() => Promise<unknown>)[] = []
  add(stop: () => Promise<unknown>): void {
    this.#stops.unshift(stop)
  }
  /** Whoever takes longer than the deadline is left to end with this process; PostgreSQL's guard stops it then. */
  async stopAll(log: Logger): Promise<void> {
    const all = async () => {
      for (const stop of this.#stops) await stop().catch((err: unknown) => log.error({ err }, 'stopping'))
    }
    const late = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())
    await Promise.race([all(), late])
  }
}

/** Starts everything in its order, one printed line each; on a failure what was started is stopped again. */
export async function runBoot({ env, log, dev }: BootOptions): Promise<Running> {
  const started = new Started()
  stopOnSignals(started, log)
  try {
    return await start({ env, log, dev }, started)
  } catch (error) {
    await started.stopAll(log)
    throw error
  }
}

async function start({ env, log, dev }: BootOptions, started: Started): Promise<Running> {
  // Each of these is waited for below; whoever fails before them ends the start with its own reason.
  const sandboxReady = prepareSandbox(env, log)
  const serverCode = env.role === 'worker' ? undefined : importServer()
  const { url: databaseUrl, migrations } = await startDatabase(env, log, started)
  await step('Migrating the database', () => migrate(migrations))
  const database = connect({ url: databaseUrl, log })
  started.add(() => database.close())
  const sandbox = await step('Preparing the sandbox', sandboxReady)
  started.add(() => sandbox.stop())
  // While somebody works on them, the build's list may be older than the tools.
  const builtins = dev ? await listBuiltins() : await readListedTools()
  const parts = await step('Starting the workflow engine', () =>
    createParts({ env, log, database, databaseUrl, sandbox, builtins }),
  )
  started.add(() => parts.stop())
  const seeded = await step('Bringing the catalogue up to date', () => fillDatabase(env, database, parts, builtins))
  const notes = [noteOnMail(env), await noteOnBooks(database)].filter((note) => note !== undefined)
  if (serverCode === undefined) return { url: undefined, seeded, notes }
  try {
    const app = await step('Starting the web server', () => serve({ env, log, dev }, database, parts, serverCode))
    started.add(() => app.close())
  } catch (error) {
    // The accounts are there by now, and their passwords nowhere else.
    process.stdout.write(`${seededLines(seeded, undefined).join('\n')}\n`)
    throw error
  }
  return { url: env.publicUrl, seeded, notes }
}

/** The embedded database has a role of its own for us. */
const noteOnBooks = async ({ db }: Database) =>
  (await ownsBooks(db))
    ? 'The books are guarded by triggers only: the role of DATABASE_URL owns them. DATABASE_OWNER_URL mends that.'
    : undefined

function noteOnMail({ smtpUrl, production, publicUrl, role }: Env): string | undefined {
  if (smtpUrl !== undefined) return undefined
  if (production) return 'No mail is sent, because SMTP_URL is not set: mails wait until it is.'
  if (role === 'worker') return undefined
  return isOfThisMachine(publicUrl)
    ? `Mails are not sent but shown: ${publicUrl}/dev/mailbox`
    : 'No mail is sent, because SMTP_URL is not set.'
}

async function startDatabase(env: Env, log: Logger, started: Started): Promise<Addresses> {
  if (env.databaseUrl !== undefined) return addressesOf(env, undefined)
  const postgres = await step('Starting PostgreSQL', (say) => startPostgres({ dataDir: env.dataDir, say }))
  started.add(() => postgres.stop())
  void postgres.exited.then(() => {
    log.fatal('PostgreSQL has ended unexpectedly; stopping. Start again to recover.')
    process.exit(1)
  })
  return addressesOf(env, postgres)
}

async function fillDatabase(
  env: Env,
  { db }: Database,
  { engine }: Parts,
  builtins: readonly ListedTool[],
): Promise<SeededAccount[]> {
  await syncBuiltins(db, builtins)
  await seedFeatured(db)
  return seedFirstStart({
    db,
    production: env.production,
    onRegistered: (transaction, userId) => addStarterWorkflow(transaction, userId, engine.laneOf),
  })
}

/** Imported late: it loads React, which reads NODE_ENV once. Begun while the database starts, which is another process's work. */
function importServer(): Promise<ServerCode> {
  const code = import('./server.ts')
  code.catch(() => undefined)
  return code
}

async function serve(
  { env, log, dev }: BootOptions,
  database: Database,
  parts: Parts,
  code: Promise<ServerCode>,
): Promise<FastifyInstance> {
  const { createServer } = await code
  const app = await createServer({ env, log, database, ...parts, dev })
  try {
    await app.listen({ port: env.port, host: env.host })
  } catch (error) {
    await app.close()
    throw error
  }
  return app
}

function stopOnSignals(started: Started, log: Logger): void {
  let asked = false
  const stop = () => {
    if (asked) return
    asked = true
    void started.stopAll(log).then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** The last lines of a start: the address and, on the first one, how to sign in. */
export function announce({ url, seeded, notes }: Running): void {
  const ready = url === undefined ? 'The worker is running.' : `Fettle is ready: ${url}`
  process.stdout.write(
    `${[...seededLines(seeded, url), ...notes.flatMap((note) => ['', note]), '', ready].join('\n')}\n`,
  )
}

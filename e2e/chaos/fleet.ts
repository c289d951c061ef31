import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { strandedRuns } from '#src/engine/invariants.ts'
import { connect } from '#src/server/database.ts'
import { type Postgres, startPostgres } from '#src/server/postgres/cluster.ts'
import {
  type AppProcess,
  freePort,
  launchApp,
  serverCommand,
  startApp,
  temporaryFolder,
} from '../support/app-process.ts'
import { eventually } from '../support/processes.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'

type Role = 'web' | 'worker' | 'all'

/** One process of a fleet; a new one takes its place after a kill. */
export interface Member {
  readonly role: Role
  readonly port: number
  readonly dataDir: string
  app: AppProcess
  /** It answers, or works. */
  isReady: boolean
}

/** Fettles that share one PostgreSQL, as on several machines. */
export interface Fleet {
  readonly members: readonly Member[]
  /** Between the members and the database. */
  readonly proxy: DatabaseProxy
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** For what has to be held open, such as a lock; the caller ends it. */
  connect(): Promise<Client>
  add(role: Role, options?: { proxy?: DatabaseProxy }): Promise<Member>
  /** Leads another proxy to the database too. */
  anotherProxy(): Promise<DatabaseProxy>
  /** Settles when the process has ended. */
  kill9(member: Member): Promise<void>
  /** Settles when the new process is ready. */
  startAgain(member: Member): Promise<void>
  stopDatabase(how: 'fast' | 'kill'): Promise<void>
  startDatabase(): Promise<void>
  /** Ids of runs that nobody works on, once there was time to begin them. */
  stranded(): Promise<string[]>
  stop(): Promise<void>
}

/** With this variable, a folder, what the processes printed stays to be read. */
const OUTPUT = process.env.CHAOS_OUTPUT

function keepOutput(file: string, printed: string): void {
  if (OUTPUT === undefined) return
  mkdirSync(OUTPUT, { recursive: true })
  writeFileSync(join(OUTPUT, file), printed)
}

const READY_MS = 60_000
/** 13 for each process, as docs/more-than-one-machine.md says; PostgreSQL keeps those of a killed one for a while. */
const CONNECTIONS = '150'

type Place = Pick<Member, 'role' | 'port' | 'dataDir'>

/** Settles when it answers, or works. */
async function launchMember({ role, port, dataDir }: Place, env: NodeJS.ProcessEnv): Promise<AppProcess> {
  const options = { port, dataDir, command: serverCommand, env: { ...env, ROLE: role } }
  if (role !== 'worker') return startApp(options)
  const app = await launchApp(options)
  const isReady = () => app.output().includes('The worker is running.')
  await eventually('the worker did not start', isReady, READY_MS)
  return app
}

async function connectTo(host: string): Promise<Client> {
  const client = new Client({ host, user: 'fettle', database: 'fettle' })
  await client.connect()
  return client
}

async function ask<Row extends object>(host: string, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = await connectTo(host)
  try {
    return (await client.query<Row>(sql, [...values])).rows
  } finally {
    await client.end()
  }
}

export async function startFleet(env: NodeJS.ProcessEnv): Promise<Fleet> {
  const folder = temporaryFolder()
  const secretKey = randomBytes(32).toString('base64')
  const proxies = [await startDatabaseProxy()] as [DatabaseProxy, ...DatabaseProxy[]]
  const members: Member[] = []
  const owners = new Map<Member, DatabaseProxy>()
  let postgres: Postgres | undefined

  const socketFolder = () => {
    if (postgres === undefined) throw new Error('PostgreSQL is not running')
    return postgres.connection.host
  }
  async function startDatabase(): Promise<void> {
    postgres = await startPostgres({ dataDir: folder, settings: { max_connections: CONNECTIONS } })
    for (const proxy of proxies) proxy.leadTo(socketFolder())
  }

  const query: Fleet['query'] = (sql, values) => ask(socketFolder(), sql, values)
  const launch = (place: Place, proxy: DatabaseProxy) =>
    launchMember(place, { ...env, DATABASE_URL: proxy.url, SECRET_KEY: secretKey, SANDBOX: 'off', LOG_LEVEL: 'warn' })

  await startDatabase()
  return {
    members,
    proxy: proxies[0],
    query,
    connect: () => connectTo(socketFolder()),
    startDatabase,
    async add(role, { proxy = proxies[0] } = {}) {
      const place = { role, port: await freePort(), dataDir: temporaryFolder() }
      const member = { ...place, app: await launch(place, proxy), isReady: true }
      owners.set(member, proxy)
      members.push(member)
      return member
    },
    async anotherProxy() {
      const proxy = await startDatabaseProxy()
      proxy.leadTo(socketFolder())
      proxies.push(proxy)
      return proxy
    },
    async kill9(member) {
      member.isReady = false
      await member.app.kill9()
    },
    async startAgain(member) {
      const proxy = owners.get(member) ?? proxies[0]
      proxy.leadTo(socketFolder())
      member.app = await launch(member, proxy)
      member.isReady = true
    },
    async stopDatabase(how) {
      if (how === 'kill') process.kill(postgres?.pid ?? 0, 'SIGQUIT')
      await postgres?.stop()
      postgres = undefined
    },
    async stranded() {
      const { pool, close } = connect({ url: postgres?.connection.url ?? '', max: 1 })
      try {
        return (await strandedRuns(pool, { graceMs: 0 })).map(({ id }) => id)
      } finally {
        await close()
      }
    },
    async stop() {
      await Promise.all(members.map(({ app }) => app.stop()))
      for (const { role, port, app } of members) keepOutput(`${role}-${port}.log`, app.output())
      await Promise.all(proxies.map((proxy) => proxy.stop()))
      await postgres?.stop()
    },
  }
}

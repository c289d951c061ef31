import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, closeSync, mkdtempSync, openSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { APP_ROLE } from '../app-role.ts'
import { type Account, canReach, postgresAccount } from './account.ts'
import { locateBinaries } from './binaries.ts'
import { sharedBuffers } from './buffers.ts'
import { clusterPath, ensureCluster, ensureDataDir } from './data-folder.ts'
import { readPidFile, removeSocketFolder, SOCKET_FOLDER_PREFIX, signal, stopLeftovers } from './leftovers.ts'
import { lockDataDir } from './lock.ts'

export interface Connection {
  /** Folder of the Unix socket. */
  host: string
  user: string
  database: string
  /** The same as an address, for libraries that want one. */
  url: string
}

export interface Postgres {
  /** Like `18.4`. */
  version: string
  /** For whoever owns the database: migrations, backups. */
  connection: Connection
  /** For the application, whose role owns no table of ours. */
  appUrl: string
  /** Process id of the postmaster. */
  pid: number
  /** Ends every process of the cluster within 2.5 s and gives the data folder back. */
  stop(): Promise<void>
  /** Settles when PostgreSQL has ended without being asked to; never after stop(). */
  exited: Promise<void>
}

interface StartOptions {
  dataDir: string
  /** Takes one line for the person who started us; silent by default. */
  say?: (line: string) => void
  /** Server settings on top of ours; a test cluster switches `fsync` off. */
  settings?: Record<string, string>
}

const SETTINGS = {
  listen_addresses: '',
  max_connections: '60',
  // Our data sits in the page cache: three waiting I/O processes would only cost memory.
  io_method: 'sync',
  timezone: 'UTC',
  // Failed statements reach us through the driver; the file keeps what happens to the server itself.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/**
 * Starts the PostgreSQL that npm brought, on a Unix socket only; makes the cluster on the first start.
 * Throws DataDirInUseError, DataFolderError, PostgresMissingError, or an Error with PostgreSQL's own last lines.
 */
export async function startPostgres({ dataDir, say = () => {}, settings = {} }: StartOptions): Promise<Postgres> {
  ensureDataDir(dataDir)
  const lock = lockDataDir(dataDir)
  try {
    const account = postgresAccount(clusterPath(dataDir))
    const binaries = locateBinaries(account)
    const durable = settings.fsync !== 'off'
    const clusterDir = await ensureCluster({ dataDir, binaries, account, durable, say })
    await stopLeftovers(clusterDir, say)
    const sized = { shared_buffers: await sharedBuffers(clusterDir), ...settings }
    const server = await launch({ program: binaries.postgres, clusterDir, dataDir, account, settings: sized })
    const ended = server.ended.then(() => lock.release())
    return offer(server, ended, binaries.version)
  } catch (error) {
    lock.release()
    throw error
  }
}

function offer({ connection, pid, stop }: Server, ended: Promise<void>, version: string): Postgres {
  let asked = false
  const never = new Promise<void>(() => {})
  const exited = ended.then(() => (asked ? never : undefined))
  const stopAndWait = async () => {
    asked = true
    await stop()
    await ended
  }
  const appUrl = addressOf(connection.host, APP_ROLE)
  return { version, connection, appUrl, pid, exited, stop: stopAndWait }
}

interface Server extends Pick<Postgres, 'connection' | 'pid' | 'stop'> {
  /** Settles when the postmaster has ended, for whatever reason. */
  ended: Promise<void>
}

interface LaunchOptions {
  program: string
  clusterDir: string
  dataDir: string
  account: Account | undefined
  settings: Record<string, string>
}

async function launch(options: LaunchOptions): Promise<Server> {
  const { clusterDir, account, dataDir } = options
  const socketFolder = makeSocketFolder(account)
  const log = openLog(join(dataDir, 'postgres.log'))
  const postmaster = spawnPostmaster(options, socketFolder, log.descriptor)
  closeSync(log.descriptor)
  const ended = endOf(postmaster).then(() => removeSocketFolder(socketFolder))
  const pid = postmaster.pid
  if (pid === undefined) throw new Error(`PostgreSQL could not be started: ${options.program} did not run.`)
  const guard = spawnGuard(pid, socketFolder)
  const stop = async () => {
    await stopInOrder(postmaster)
    guard.kill('SIGKILL')
    await ended
  }
  try {
    await untilReady(postmaster, clusterDir)
    const connection = await ensureDatabase(socketFolder)
    return { pid, connection, stop, ended }
  } catch (error) {
    await stop()
    throw new Error(`PostgreSQL did not start: ${log.added() || String(error)}`)
  }
}

const endOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })

function spawnPostmaster({ program, clusterDir, account, settings }: LaunchOptions, socketFolder: string, log: number) {
  const all = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(program, ['-D', clusterDir, '-k', socketFolder, ...all], {
    ...account,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', TZ: 'UTC' },
    // A session of its own: Ctrl+C reaches us alone, and we stop PostgreSQL after everything that uses it.
    detached: true,
    stdio: ['ignore', log, log],
  })
}

/** Stops the postmaster when nothing more can come through the pipe, then removes the folder of its socket. */
const GUARD_SCRIPT = `read -r _
kill -INT "$1"
for _ in 1 2 3 4 5 6 7 8 9 10; do
  rmdir "$2" 2> /dev/null || [ ! -d "$2" ] && break
  sleep 0.2
done`

/** A shell that waits for our end of a pipe to close, which the kernel does even when we are killed with -9. */
function spawnGuard(postmaster: number, socketFolder: string): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', GUARD_SCRIPT, 'sh', String(postmaster), socketFolder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return guard
}

/** The path of a Unix socket may have 107 bytes, and the account of PostgreSQL must reach it. */
function makeSocketFolder(account: Account | undefined): string {
  const longest = 107 - `/${SOCKET_FOLDER_PREFIX}123456/.s.PGSQL.5432`.length
  const base = [tmpdir(), '/tmp', '/var/tmp'].find(
    (folder) => Buffer.byteLength(folder) <= longest && (account === undefined || canReach(account, folder)),
  )
  const folder = mkdtempSync(join(base ?? '/tmp', SOCKET_FOLDER_PREFIX))
  // Whoever can open the socket is let in without a password, so only the account itself and root may.
  chmodSync(folder, 0o700)
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  return folder
}

const LARGEST_LOG = 5_000_000

function openLog(path: string): { descriptor: number; added(): string } {
  const known = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const keep = known < LARGEST_LOG
  const descriptor = openSync(path, keep ? 'a' : 'w')
  return {
    descriptor,
    added: () =>
      readFileSync(path)
        .subarray(keep ? known : 0)
        .toString()
        .trim(),
  }
}

/** Crash recovery may take long; as long as the postmaster lives, it is at work. */
async function untilReady(postmaster: ChildProcess, clusterDir: string): Promise<void> {
  while (postmaster.exitCode === null && postmaster.signalCode === null) {
    const state = readPidFile(clusterDir)
    if (state?.pid === postmaster.pid && state?.ready) return
    await sleep(10)
  }
  throw new Error('it ended at once')
}

const DATABASE = 'fettle'
const addressOf = (host: string, user: string) => `postgresql://${user}@${encodeURIComponent(host)}/${DATABASE}`

async function ensureDatabase(host: string): Promise<Connection> {
  const user = 'fettle'
  const client = new Client({ host, user, database: 'postgres' })
  await client.connect()
  try {
    const { rows } = await client.query<{ database: boolean; role: boolean }>(
      `select exists (select from pg_database where datname = $1) as database,
              exists (select from pg_roles where rolname = $2) as role`,
      [DATABASE, APP_ROLE],
    )
    if (rows[0]?.database !== true) await client.query(`create database ${DATABASE}`)
    if (rows[0]?.role !== true) await client.query(`create role ${APP_ROLE} login`)
  } finally {
    await client.end()
  }
  return { host, user, database: DATABASE, url: addressOf(host, user) }
}

const FAST_MS = 1_800
const IMMEDIATE_MS = 500

async function stopInOrder(postmaster: ChildProcess): Promise<void> {
  if (await endsAfter(postmaster, 'SIGINT', FAST_MS)) return
  if (await endsAfter(postmaster, 'SIGQUIT', IMMEDIATE_MS)) return
  await endsAfter(postmaster, 'SIGKILL', IMMEDIATE_MS)
}

async function endsAfter(child: ChildProcess, name: NodeJS.Signals, limitMs: number): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return true
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(limitMs) })
  signal(child.pid ?? 0, name)
  return ended.then(
    () => true,
    () => false,
  )
}

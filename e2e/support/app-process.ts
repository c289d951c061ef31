import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPidFile, removeSocketFolder, signal } from '#src/server/postgres/leftovers.ts'
import { allEnded, descendantsOf, identitiesOf, processesOf } from './processes.ts'

/** A Fettle in processes of its own. */
export interface AppProcess {
  url: string
  port: number
  dataDir: string
  /** The process that was started; with the default command it is the server itself. */
  pid: number
  /** All it has printed so far. */
  output(): string
  /** Settles with the exit code, or with null when it was killed; what it printed last has been read by then. */
  exited: Promise<number | null>
  /** Every living process of this app: server, PostgreSQL, sandbox runners. */
  processes(): number[]
  /** Ctrl+C; settles when every process has ended. */
  stop(): Promise<void>
  /** kill -9 of the server; PostgreSQL then stops by itself. Settles when the server has ended. */
  kill9(): Promise<void>
}

export interface StartOptions {
  env?: NodeJS.ProcessEnv
  /** Kept afterwards when given; otherwise a temporary one. */
  dataDir?: string
  port?: number
  command?: readonly [string, ...string[]]
  cwd?: string
  /** Account to run as; only root can choose. */
  uid?: number
  /** How long the first answer may take: longer when packages are installed first. */
  readyWithinMs?: number
}

/** As people start it: looks at packages and build, and then becomes the server. */
export const startCommand = [process.execPath, 'scripts/start.mjs'] as const
/** The server alone, under the same limits. */
export const serverCommand = [
  process.execPath,
  ...['--max-semi-space-size=16', '--max-old-space-size=256', '--disable-warning=ExperimentalWarning'],
  'src/app/main.ts',
] as const

const DRAIN_MS = 500
const PROJECT = join(import.meta.dirname, '../..')
const apps = new Set<AppProcess>()
const folders = new Set<string>()
/** Seventy megabytes each: a hundred files would leave more than some machines have. */
const prepared = new Set<string>()

/** Starts Fettle and waits until it answers; throws with its output when it ends instead. */
export async function startApp(options: StartOptions = {}): Promise<AppProcess> {
  const app = await launchApp(options)
  const ready = untilAnswered(app, options.readyWithinMs ?? 60_000)
  const ended = app.exited.then((code) => {
    throw new Error(`Fettle ended with ${code}:\n${app.output()}`)
  })
  await Promise.race([ready, ended])
  return app
}

/** Starts Fettle without waiting, for starts that are meant to fail. */
export async function launchApp(options: StartOptions = {}): Promise<AppProcess> {
  const { dataDir = preparedFolder(options), port = await freePort(), uid, cwd = PROJECT } = options
  // What was prepared for the tests was looked at then: a quarter of a second for each start.
  const usual = process.env.E2E_PREPARED_DATA === undefined ? startCommand : serverCommand
  const [program, ...args] = options.command ?? usual
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(program, args, {
    cwd,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    // A group of its own, so that a test can send what a terminal sends.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, NODE_COMPILE_CACHE, PORT: String(port), DATA_DIR: dataDir, ...options.env },
  })
  const app = describeApp(child, dataDir, port)
  apps.add(app)
  return app
}

function describeApp(child: ChildProcess, dataDir: string, port: number): AppProcess {
  const { pid } = child
  if (pid === undefined) throw new Error(`${child.spawnfile} did not run`)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (printed += text))
  const ended = once(child, 'exit')
  const closed = once(child, 'close')
  // A process that outlives this one may hold its pipes open: then a moment must do.
  const exited = ended.then(([code]) => Promise.race([closed, sleep(DRAIN_MS)]).then(() => code))
  const processes = () => [...new Set([...descendantsOf(pid), ...processesOf(dataDir)])]
  return {
    ...{ url: `http://localhost:${port}`, port, dataDir, pid, exited, processes },
    output: () => printed,
    async stop() {
      const all = identitiesOf(processes())
      child.kill('SIGINT')
      await allEnded(all)
    },
    async kill9() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** For afterEach: leaves no process behind, whatever the test did, nor what those kept who were given no folder. */
export async function removeApps(): Promise<void> {
  for (const app of apps) {
    const left = identitiesOf(app.processes())
    for (const { pid } of left) signal(pid, 'SIGKILL')
    await allEnded(left)
    removeSocketFolder(readPidFile(join(app.dataDir, 'postgres'))?.socketFolder ?? '')
  }
  apps.clear()
  for (const folder of prepared) removeFolder(folder)
  prepared.clear()
}

/** For afterAll: removes what temporaryFolder made. */
export function removeFolders(): void {
  for (const folder of folders) removeFolder(folder)
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  folders.delete(folder)
}

/** As the first start leaves it, so that an app need not make it: unless it has a database or a key of its own. */
function preparedFolder({ uid, env = {} }: StartOptions): string {
  const folder = temporaryFolder()
  prepared.add(folder)
  const first = process.env.E2E_PREPARED_DATA
  if (first === undefined || uid !== undefined || 'SECRET_KEY' in env || 'DATABASE_URL' in env) return folder
  // Node's own copy does not keep who owns what, and PostgreSQL refuses to run on somebody else's folder.
  execFileSync('cp', ['-a', `${first}/.`, folder])
  return folder
}

/** A folder for the tests of one file, open to the account that runs PostgreSQL. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fettle-e2e-'))
  chmodSync(folder, 0o755)
  folders.add(folder)
  return folder
}

async function untilAnswered(app: AppProcess, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs
  while (performance.now() < deadline) {
    const answer = await fetch(`${app.url}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(25)
  }
  throw new Error(`${app.url} did not answer within ${limitMs} ms:\n${app.output()}`)
}

/** A port that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port')
  return address.port
}

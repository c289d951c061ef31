import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { postgresAccount } from './account.ts'
import { type Postgres, startPostgres } from './cluster.ts'
import { DataDirInUseError } from './lock.ts'
import { postgresProcessesIn } from './process-identity.ts'

const settings = { fsync: 'off' }
let dataDir: string
let running: Postgres | undefined

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fettle-cluster-'))
  chmodSync(dataDir, 0o755)
})

afterEach(async () => {
  await running?.stop()
  running = undefined
  rmSync(dataDir, { recursive: true })
})

async function start(): Promise<Postgres> {
  running = await startPostgres({ dataDir, settings })
  return running
}

async function query({ connection }: Pick<Postgres, 'connection'>, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: connection.url })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

const processes = () => postgresProcessesIn(realpathSync(join(dataDir, 'postgres')))

/** Starts PostgreSQL in another process, as an application would, and answers that process. */
async function startElsewhere() {
  const program = `
    import { startPostgres } from ${JSON.stringify(import.meta.resolve('./cluster.ts'))}
    const { connection, pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, settings: { fsync: 'off' } })
    console.log(JSON.stringify({ connection, pid }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  const postgres: Pick<Postgres, 'connection' | 'pid'> = JSON.parse(line)
  return { ...postgres, child }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

test('it speaks UTF-8 and UTC, on a socket only, and every commit reaches the disk', async () => {
  running = await startPostgres({ dataDir })
  const names = ['server_encoding', 'listen_addresses', 'TimeZone', 'fsync', 'synchronous_commit', 'full_page_writes']
  const shown = await query(
    running,
    names.map((name) => `select current_setting('${name}') as value`).join(' union all '),
  )
  expect(shown).toEqual(['UTF8', '', 'UTC', 'on', 'on', 'on'].map((value) => ({ value })))
})

test('stopping ends every process, and the next start has the rows', async () => {
  const first = await start()
  await query(first, 'create table kept as select 42 as answer')
  await first.stop()
  expect(processes()).toEqual([])
  expect(existsSync(first.connection.host)).toBe(false)
  expect(await query(await start(), 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a second start on the same folder says whose it is', async () => {
  await start()
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    new DataDirInUseError(
      `Another Fettle (process ${process.pid}) already uses the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
    ),
  )
})

test('a lock whose process id now belongs to somebody else is taken over', async () => {
  writeFileSync(join(dataDir, 'fettle.lock'), JSON.stringify({ pid: process.pid, startedAt: 'an earlier boot:1' }))
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a postmaster.pid whose process id now belongs to somebody else does not stop the start', async () => {
  await (await start()).stop()
  // PostgreSQL takes only processes of its own account for a rival.
  const stranger = spawn('sleep', ['60'], { ...postgresAccount(join(dataDir, 'postgres')), cwd: '/' })
  const lines = [stranger.pid, join(dataDir, 'postgres'), 1, 5432, '/nowhere', '']
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), lines.join('\n'))
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  stranger.kill()
})

test('PostgreSQL killed with -9 is noticed, and the next start loses nothing', async () => {
  const first = await start()
  await query(first, 'create table kept as select 42 as answer')
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  expect(await query(await start(), 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('PostgreSQL ends by itself when its application is killed with -9', async () => {
  const { child, connection } = await startElsewhere()
  await query({ connection }, 'create table kept as select 42 as answer')
  child.kill('SIGKILL')
  await expect.poll(() => [processes(), existsSync(connection.host)], { timeout: 4000 }).toEqual([[], false])
  expect(await query(await start(), 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a cluster that outlived its application is stopped first', async () => {
  const { child, connection, pid } = await startElsewhere()
  await query({ connection }, 'create table kept as select 42 as answer')
  for (const guard of childrenOf(child.pid ?? 0).filter((other) => other !== pid)) process.kill(guard, 'SIGKILL')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(processes()).toContain(pid)
  expect(await query(await start(), 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(processes()).not.toContain(pid)
})

test('a busy process that outlived its postmaster is stopped first', async () => {
  const first = await start()
  const client = new Client({ connectionString: first.connection.url })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  // Its last words may be lost with the connection.
  const cutOff = expect(client.query('select count(*) from generate_series(1, 1e12)')).rejects.toThrow(
    /terminated|ECONNRESET/,
  )
  client.on('error', () => {})
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  expect(processes()).toContain(rows[0].pid)
  await start()
  expect(processes()).not.toContain(rows[0].pid)
  await cutOff
})

test('a crash in the middle of initdb leaves nothing that a later start could mistake for a cluster', async () => {
  const draft = join(dataDir, 'postgres.new')
  mkdirSync(draft)
  writeFileSync(join(draft, 'PG_VERSION'), '18\n')
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  expect(existsSync(draft)).toBe(false)
})

test.runIf(process.getuid?.() === 0)(
  'for root, data in a closed folder moves to one that PostgreSQL can reach',
  async () => {
    chmodSync(dataDir, 0o700)
    const said: string[] = []
    running = await startPostgres({ dataDir, settings, say: (line) => said.push(line) })
    const elsewhere = realpathSync(join(dataDir, 'postgres'))
    expect(said).toEqual([
      `${dataDir} is closed to the account that runs PostgreSQL, so the database lies in ${elsewhere}.`,
    ])
    expect(postgresAccount(elsewhere)).toEqual({ uid: 65534, gid: 65534 })
    await running.stop()
    rmSync(elsewhere, { recursive: true })
  },
)

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp, restore } from './backup.ts'
import { type Postgres, startPostgres } from './cluster.ts'
import { DataFolderError } from './data-folder.ts'

let folder: string
const inside = (name: string) => join(folder, name)
const dataDir = () => inside('data')
let running: Postgres | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fettle-backup-'))
  chmodSync(folder, 0o755)
})
afterEach(async () => {
  await running?.stop()
  running = undefined
  rmSync(folder, { recursive: true })
})

async function start(name: string): Promise<Client> {
  running = await startPostgres({ dataDir: inside(name), settings: { fsync: 'off' } })
  const client = new Client({ connectionString: running.connection.url })
  await client.connect()
  return client
}

const TABLE = `create table entry (n int primary key, half text, other text);
  create table balance (sum bigint); insert into balance values (0)`
/** Both tables change together, so a copy of two different moments shows. */
const WRITE = `with one as (insert into entry select coalesce(max(n), 0) + 1, repeat('x', 2000), '' from entry returning n)
  update balance set sum = sum + (select n from one)`

test('what is written while it is copied is there as it stood at one moment, and goes on from there', async () => {
  const client = await start('data')
  await client.query(TABLE)
  for (let n = 0; n < 100; n++) await client.query(WRITE)
  let isDone = false
  const writing = (async () => {
    while (!isDone) await client.query(WRITE)
  })()
  expect(await backUp({ dataDir: dataDir(), target: inside('copy') })).toBe(true)
  isDone = true
  await writing
  await client.query(`insert into entry values (-1, 'after the backup', '')`)
  const { rows: written } = await client.query<{ n: number }>('select max(n) as n from entry')
  await client.end()
  await running?.stop()

  await restore({ source: inside('copy'), dataDir: inside('restored'), say: () => {} })
  const restored = await start('restored')
  const { rows } = await restored.query<Record<string, number>>(
    `select count(*)::int as entries, min(n) as first, max(n) as last, sum(n)::int as sum,
            (select balance.sum::int from balance) as balance from entry`,
  )
  const { entries = 0, ...known } = rows[0] ?? {}
  expect(known).toEqual({ first: 1, last: entries, sum: known.balance, balance: (entries * (entries + 1)) / 2 })
  expect([entries > 100, entries <= (written[0]?.n ?? 0)]).toEqual([true, true])
  await restored.query(WRITE)
  await restored.end()
})

test('a server that rests is not backed up, and nothing is left of the attempt', async () => {
  const client = await start('data')
  await client.end()
  await running?.stop()
  expect(await backUp({ dataDir: dataDir(), target: inside('copy') })).toBe(false)
  expect(readdirSync(folder)).toEqual(['data'])
})

test('nothing is written over, and half a backup is none', async () => {
  const client = await start('data')
  await client.end()
  mkdirSync(inside('copy'))
  await expect(backUp({ dataDir: dataDir(), target: inside('copy') })).rejects.toThrow(DataFolderError)
  rmSync(inside('copy'), { recursive: true })
  await backUp({ dataDir: dataDir(), target: inside('copy') })
  await expect(restore({ source: inside('copy'), dataDir: dataDir(), say: () => {} })).rejects.toThrow(
    /already uses the data folder/,
  )
  await running?.stop()
  await expect(restore({ source: inside('copy'), dataDir: dataDir(), say: () => {} })).rejects.toThrow(
    /^There is something at .+ already\.$/,
  )
  await expect(restore({ source: dataDir(), dataDir: inside('new'), say: () => {} })).rejects.toThrow(
    `There is no backup in ${dataDir()}.`,
  )
  expect(existsSync(join(inside('new'), 'postgres'))).toBe(false)
})

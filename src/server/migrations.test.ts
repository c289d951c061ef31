import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { MigrationError, migrate } from './migrations.ts'
import { databaseUrl } from './test-cluster.ts'

let folder: string
let url: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fettle-migrations-'))
  const name = `migrations_${Date.now()}`
  await query(inject('testCluster').url, `create database ${name}`)
  url = databaseUrl(inject('testCluster').url, name)
})

afterEach(async () => {
  await query(inject('testCluster').url, `drop database ${url.split('/').at(-1)} with (force)`)
  await rm(folder, { recursive: true })
})

async function query(address: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: address })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)

test('files are applied once, in the order of their numbers', async () => {
  await write('0002_rows.sql', 'insert into thing values (1);')
  await write('0001_thing.sql', 'create table thing (id int);')
  expect(await migrate({ url, folder })).toEqual(['0001_thing.sql', '0002_rows.sql'])
  expect(await migrate({ url, folder })).toEqual([])
  expect(await query(url, 'select id from thing')).toEqual([{ id: 1 }])
})

test('ten servers that start together migrate once', async () => {
  // Long enough for the others to come while the first one is at it.
  await write('0001_thing.sql', 'select pg_sleep(0.3); create table thing (id int);')
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate({ url, folder })))
  expect(applied.flat()).toEqual(['0001_thing.sql'])
})

test('a failing file leaves nothing behind and names its line', async () => {
  await write('0001_thing.sql', 'create table thing (id int);')
  await write('0002_wrong.sql', 'create table half (id int);\ninsert into nowhere values (1);\n')
  await expect(migrate({ url, folder })).rejects.toThrow(
    new MigrationError('0002_wrong.sql, line 2, failed: error: relation "nowhere" does not exist'),
  )
  expect(await query(url, `select to_regclass('thing') as thing, to_regclass('half') as half`)).toEqual([
    { thing: 'thing', half: null },
  ])
})

test('an applied file must not change, but its line ends may', async () => {
  await write('0001_thing.sql', 'create table thing (id int);\n')
  await migrate({ url, folder })
  await write('0001_thing.sql', 'create table thing (id int);\r\n')
  expect(await migrate({ url, folder })).toEqual([])
  await write('0001_thing.sql', 'create table thing (id bigint);\n')
  await expect(migrate({ url, folder })).rejects.toThrow(
    new MigrationError('0001_thing.sql was changed after it was applied: undo that and write a new migration.'),
  )
})

test('a missing, late, twin or misnamed file is refused', async () => {
  await write('0002_thing.sql', 'create table thing (id int);')
  await migrate({ url, folder })
  await write('0001_late.sql', 'select 1;')
  await expect(migrate({ url, folder })).rejects.toThrow(
    '0001_late.sql must have a number above 0002_thing.sql, which is applied.',
  )
  await write('0002_twin.sql', 'select 1;')
  await expect(migrate({ url, folder })).rejects.toThrow('Two migrations have the number 0002.')
  await write('3_short.sql', 'select 1;')
  await expect(migrate({ url, folder })).rejects.toThrow('3_short.sql must be named like 0007_reviews.sql.')
  await rm(folder, { recursive: true })
  await expect(migrate({ url, folder: await emptyFolder() })).rejects.toThrow(
    'The database has 0002_thing.sql, this Fettle does not: it is older than its database.',
  )
})

async function emptyFolder(): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'fettle-migrations-'))
  return folder
}

test('a database that cannot be reached is one sentence', async () => {
  const nowhere = 'postgresql://fettle:secret@127.0.0.1:1/fettle'
  await expect(migrate({ url: nowhere, folder })).rejects.toThrow(
    new MigrationError('The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1'),
  )
})

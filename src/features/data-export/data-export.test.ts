import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { connect } from '#src/server/database.ts'
import { EXPORT_FILES } from './export-files.queries.ts'
import { inChunks } from './export-worker.server.ts'
import { makeZip } from './make-zip.server.ts'
import { NOT_EXPORTED } from './not-exported.ts'
import { unzip } from './test-unzip.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

interface Listed {
  readonly id: string
  readonly status: string
  readonly bytes: number
}
const exportsOf = async (person: Person) =>
  ((await person.get('/api/account/exports')).body as unknown as { exports: Listed[] }).exports

async function readyExport(person: Person): Promise<Listed> {
  expect((await person.post('/api/account/exports')).status).toBe(202)
  await expect.poll(async () => (await exportsOf(person))[0]?.status, { timeout: 10_000 }).toBe('ready')
  const [ready] = await exportsOf(person)
  if (ready === undefined) throw new Error('no export')
  return ready
}

async function unpack(person: Person, { id }: Listed) {
  const headers = { cookie: person.cookie() }
  const answer = await fettle.app.inject({ url: `/api/account/exports/${id}/download`, headers })
  expect(answer.statusCode).toBe(200)
  const files = unzip(answer.rawPayload)
  return { headers: answer.headers, bytes: answer.rawPayload.length, read: (path: string) => files.get(path) ?? '' }
}

test('an export holds the person, their workflows, runs and activity, and no secret', async () => {
  const person = await fettle.aPerson()
  await person.post('/api/keys', { name: '=cmd', scopes: ['read'] })
  const { workflows } = (await person.get('/api/workflows')).body as unknown as { workflows: [{ id: string }] }
  const { workflow } = (await person.get(`/api/workflows/${workflows[0].id}`)).body as {
    workflow: { hookPath: string }
  }
  await fettle.app.inject({ method: 'POST', url: workflow.hookPath, payload: { bill: 84.5, people: 3 } })
  const made = await readyExport(person)
  const { headers, bytes, read } = await unpack(person, made)
  expect(bytes).toBe(made.bytes)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="fettle-data-\d{4}-\d\d-\d\d\.zip"$/)
  expect(headers['cache-control']).toBe('no-store')
  expect(JSON.parse(read('account.json'))).toMatchObject({ id: person.id, name: person.name, email: person.email })
  expect(JSON.parse(read('workflows.json'))).toEqual([expect.objectContaining({ name: 'Bill received' })])
  const [run] = JSON.parse(read('runs.json'))
  expect(run.steps.map(({ key }: { key: string }) => key)).toContain('tip')
  expect(read('api-keys.csv').split('\r\n')[1]).toMatch(/^'=cmd,ftl_/)
  expect(read('activity.csv')).toContain('api-key.created')
  for (const { path } of EXPORT_FILES) expect(read('README.txt')).toContain(path)
  const all = EXPORT_FILES.map(({ path }) => read(path)).join('\n')
  const { rows } = await fettle.database.pool.query('select password_hash from "user" where id = $1', [person.id])
  expect(all).not.toContain(rows[0].password_hash)
  expect(all).not.toMatch(/token_hash|password_hash|public_key/)
})

test('it holds nothing of anybody else, and nobody else can fetch it', async () => {
  const [mine, other] = [await fettle.aPerson(), await fettle.aPerson()]
  const made = await readyExport(mine)
  const { read } = await unpack(mine, made)
  for (const { path } of EXPORT_FILES) expect(read(path), path).not.toContain(other.id)
  expect((await other.get(`/api/account/exports/${made.id}/download`)).status).toBe(404)
  expect((await fettle.visitor().get(`/api/account/exports/${made.id}/download`)).status).toBe(401)
})

test('many runs are all in it', async () => {
  const person = await fettle.aPerson()
  await fettle.database.pool.query(
    `insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind, finished_at)
     select gen_random_uuid(), workflow.id, owner_id, 1, 'succeeded', 'inline', 'manual', now()
       from workflow, generate_series(1, 137) where owner_id = $1`,
    [person.id],
  )
  const { read } = await unpack(person, await readyExport(person))
  expect(JSON.parse(read('runs.json'))).toHaveLength(137)
})

test('one export at a time, and only after a fresh sign-in', async () => {
  const person = await fettle.aPerson()
  const { pool } = fettle.database
  await pool.query(
    `insert into data_export (id, user_id, status, heartbeat_at) values (gen_random_uuid(), $1, 'running', now())`,
    [person.id],
  )
  const second = await person.post('/api/account/exports')
  expect([second.status, second.body.error]).toEqual([409, expect.objectContaining({ code: 'EXPORT_UNDER_WAY' })])
  await pool.query(`update session set authenticated_at = now() - interval '11 minutes' where user_id = $1`, [
    person.id,
  ])
  expect((await person.post('/api/account/exports')).body.error).toMatchObject({ code: 'FRESH_SIGN_IN_REQUIRED' })
})

test('an export of a process that died is made again', async () => {
  const person = await fettle.aPerson()
  const { pool } = fettle.database
  await pool.query(
    `insert into data_export (id, user_id, status, heartbeat_at)
     values ('0192a000-0000-7000-8000-000000000001', $1, 'running', now() - interval '2 minutes')`,
    [person.id],
  )
  await pool.query(`insert into data_export_chunk values ('0192a000-0000-7000-8000-000000000001', 0, 'half')`)
  await readyExport(await fettle.aPerson())
  await expect.poll(async () => (await exportsOf(person))[0]?.status, { timeout: 10_000 }).toBe('ready')
  const [made] = await exportsOf(person)
  if (made === undefined) throw new Error('no export')
  expect(JSON.parse((await unpack(person, made)).read('account.json')).id).toBe(person.id)
})

test('an export during which its process died three times is given up', async () => {
  const person = await fettle.aPerson()
  await fettle.database.pool.query(
    `insert into data_export (id, user_id, status, attempts, heartbeat_at)
     values (gen_random_uuid(), $1, 'running', 3, now() - interval '2 minutes')`,
    [person.id],
  )
  await readyExport(await fettle.aPerson())
  await expect.poll(async () => (await exportsOf(person))[0]?.status, { timeout: 10_000 }).toBe('failed')
})

test('a new export takes the place of the one before', async () => {
  const person = await fettle.aPerson()
  const first = await readyExport(person)
  expect((await person.post('/api/account/exports')).status).toBe(202)
  await expect
    .poll(() => exportsOf(person), { timeout: 10_000 })
    .toEqual([expect.objectContaining({ id: expect.not.stringMatching(first.id), status: 'ready' })])
  expect((await person.get(`/api/account/exports/${first.id}/download`)).status).toBe(404)
})

test('a database that is lost while a ZIP is made fails the export and nothing else', async () => {
  const { db, close } = connect({ url: `${fettle.database.url}_gone` })
  const read = async () => {
    for await (const part of makeZip(db, crypto.randomUUID())) expect(part.length).toBeGreaterThan(0)
  }
  await expect(read()).rejects.toThrow('does not exist')
  await close()
})

test('the picture of the person is in it, byte for byte', async () => {
  const person = await fettle.aPerson()
  const image = Buffer.from('RIFF\u0000 a picture')
  await fettle.database.db.insertInto('avatar').values({ id: crypto.randomUUID(), user_id: person.id, image }).execute()
  expect((await unpack(person, await readyExport(person))).read('picture.webp')).toBe(image.toString())
})

// Whoever adds a table about people has to say whether they can take it with them.
test('every table about a person is exported, or it is said why not', async () => {
  const { rows } = await fettle.database.pool.query<{ table_name: string }>(
    `select distinct table_name from information_schema.columns
      where table_schema = 'public' and column_name in ('user_id', 'owner_id', 'actor_id')`,
  )
  const covered = new Set([...EXPORT_FILES.flatMap(({ tables }) => tables), ...Object.keys(NOT_EXPORTED)])
  expect(rows.map(({ table_name }) => table_name).filter((name) => !covered.has(name))).toEqual([])
})

test('chunks have one size and lose no byte', async () => {
  async function* source() {
    for (const size of [1, 0, 5, 12, 3]) yield Buffer.alloc(size, size)
  }
  const all = async (from: AsyncIterable<Buffer>) => {
    const parts: Buffer[] = []
    for await (const part of from) parts.push(part)
    return parts
  }
  const chunks = await all(inChunks(source(), 4))
  expect(chunks.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 1])
  expect(Buffer.concat(chunks)).toEqual(Buffer.concat(await all(source())))
})

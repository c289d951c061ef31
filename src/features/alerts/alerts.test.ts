import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { connect, type Database } from '#src/server/database.ts'
import type { AlertRule } from './alerts.schema.ts'
import { checkAlerts } from './check-alerts.server.ts'

let fettle: TestApp
let other: Database
let ada: Person
let workflow: string
beforeAll(async () => {
  // A process that takes no runs over leaves those alone that are made up, and checks no rules by itself.
  fettle = await startTestApp({ env: { ROLE: 'web' } })
  other = connect({ url: fettle.database.url })
})
afterAll(async () => {
  await other.close()
  await fettle.stop()
})
beforeEach(async () => {
  ada = await fettle.aPerson()
  await sql('update "user" set email_verified_at = now() where id = $1', ada.id)
  const { body } = await ada.post('/api/workflows', { name: 'Watched' })
  workflow = (body.workflow as { id: string }).id
  await sql(
    `insert into workflow_version (workflow_id, version, graph, lane) values ($1, 1, '{"nodes":[],"edges":[]}', 'inline')`,
    workflow,
  )
  await sql(`update workflow set status = 'published', published_version = 1 where id = $1`, workflow)
})

const sql = async (text: string, ...values: unknown[]) =>
  (await fettle.database.pool.query<Record<string, unknown>>(text, values)).rows
const START = Date.now()
const at = (minutes: number) => new Date(START + minutes * 60_000)
const look = (minutes: number, db = other.db) => checkAlerts({ db, queueMail: fettle.parts.queueMail }, at(minutes))

async function set(kind: string, threshold: number, byMail = true): Promise<AlertRule[]> {
  const answer = await ada.send('PUT', `/api/workflows/${workflow}/alerts`, { rules: [{ kind, threshold, byMail }] })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.rules as AlertRule[]
}
const runAt = (minutes: number, status: string, version: number | null = 1) =>
  sql(
    `insert into execution (id, workflow_id, owner_id, version, graph, status, lane, trigger_kind, created_at, finished_at)
     values (gen_random_uuid(), $1, $2, $3, case when $3::int is null then '{}'::json end, $4, 'queued', 'schedule', $5,
             case when $4 not in ('queued', 'running') then $5::timestamptz end)`,
    workflow,
    ada.id,
    version,
    status,
    at(minutes),
  )
/** What the owner was told so far: the tray, how much of it is unread, and mails. */
async function told() {
  const tray = await sql(
    `select body, href, read_at is null as unread from notification where user_id = $1 and kind = 'workflow.alert'
     order by created_at, id`,
    ada.id,
  )
  const mails = await sql(`select subject from mail where user_id = $1 and category = 'workflows'`, ada.id)
  return { tray: tray.map(({ body }) => body), unread: tray.filter(({ unread }) => unread).length, mails: mails.length }
}

test('failures in a row are told once, are over with the next success, and are told again', async () => {
  await set('failures', 3)
  await runAt(1, 'failed')
  await runAt(2, 'failed')
  await runAt(3, 'failed', null)
  await runAt(4, 'cancelled')
  await look(5)
  expect(await told()).toEqual({ tray: [], unread: 0, mails: 0 })
  await runAt(6, 'failed')
  await look(7)
  await look(8)
  const once = { tray: ['Its latest 3 runs all failed.'], unread: 1, mails: 1 }
  expect(await told()).toEqual(once)
  expect((await ada.get(`/api/workflows/${workflow}/alerts`)).body.rules).toEqual([
    { kind: 'failures', threshold: 3, byMail: true, firingSince: at(7).toISOString() },
  ])
  await runAt(9, 'failed')
  await look(10)
  expect(await told()).toEqual(once)
  await runAt(11, 'succeeded')
  await look(12)
  expect(await told()).toEqual({ ...once, unread: 0 })
  expect((await ada.get(`/api/workflows/${workflow}/alerts`)).body.rules).toMatchObject([{ firingSince: null }])
  for (const minute of [13, 14, 15]) await runAt(minute, 'failed')
  await look(16)
  expect(await told()).toMatchObject({ unread: 1, mails: 2 })
})

test('silence is told when no run came in its time, and a new rule waits for its time first', async () => {
  await set('silence', 60, false)
  await look(59)
  expect((await told()).tray).toEqual([])
  await look(61)
  expect(await told()).toEqual({ tray: ['No run has started for an hour.'], unread: 1, mails: 0 })
  await runAt(70, 'succeeded')
  await look(71)
  expect(await told()).toMatchObject({ unread: 0 })
  await look(129)
  expect((await told()).tray.length).toBe(1)
  await look(131)
  expect((await told()).tray.length).toBe(2)
  await sql(`update workflow set status = 'paused' where id = $1`, workflow)
  await look(132)
  expect(await told()).toMatchObject({ unread: 0 })
})

test('a queue is told when a run waits in it for too long, until it does no more', async () => {
  await set('backlog', 10)
  await runAt(0, 'queued')
  await look(9)
  expect((await told()).tray).toEqual([])
  await look(10)
  expect((await told()).tray).toEqual(['A run has waited in the queue for more than 10 minutes.'])
  await sql(`update execution set status = 'succeeded', finished_at = now() where workflow_id = $1`, workflow)
  await look(11)
  expect(await told()).toMatchObject({ unread: 0, mails: 1 })
})

test('several processes that look at the same time tell it once', async () => {
  await set('failures', 1)
  await runAt(1, 'failed')
  await Promise.all([look(2), look(2), look(2), look(2, fettle.database.db)])
  expect((await told()).tray).toEqual(['Its latest run failed.'])
})

test('a changed threshold begins anew, the same one goes on, and a rule that is left out ends', async () => {
  await set('failures', 1)
  await runAt(1, 'failed')
  await look(2)
  expect(await set('failures', 1, false)).toMatchObject([{ byMail: false, firingSince: at(2).toISOString() }])
  expect(await set('failures', 2)).toMatchObject([{ firingSince: null }])
  expect(await set('silence', 5)).toMatchObject([{ kind: 'silence' }])
})

test.each([
  [{ rules: [{ kind: 'failures', threshold: 0, byMail: true }] }, 422],
  [{ rules: [{ kind: 'noise', threshold: 1, byMail: true }] }, 422],
  [{ rules: Array(2).fill({ kind: 'failures', threshold: 1, byMail: true }) }, 422],
  [{ rules: [], more: 1 }, 400],
])('%j is answered %i', async (body, status) => {
  expect((await ada.send('PUT', `/api/workflows/${workflow}/alerts`, body)).status).toBe(status)
})

test('rules of somebody else are not there', async () => {
  const bob = await fettle.aPerson()
  expect((await bob.get(`/api/workflows/${workflow}/alerts`)).status).toBe(404)
  expect((await bob.send('PUT', `/api/workflows/${workflow}/alerts`, { rules: [] })).status).toBe(404)
})

test('what was deleted needs no look any more, and brought back it is looked at again', async () => {
  await set('failures', 1)
  await runAt(1, 'failed')
  await sql(
    `update workflow set status = 'deleted', status_before = status, deleted_at = now() where id = $1`,
    workflow,
  )
  await look(2)
  expect(await told()).toEqual({ tray: [], unread: 0, mails: 0 })
  await sql(
    `update workflow set status = status_before, status_before = null, deleted_at = null where id = $1`,
    workflow,
  )
  await look(3)
  expect(await told()).toMatchObject({ unread: 1, mails: 1 })
})

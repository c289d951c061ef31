import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import type { Sandbox, SandboxOutcome } from '#src/sandbox/sandbox.ts'
import { checkTools } from './daily-check.server.ts'
import { tileContent, tileRows } from './test-content.ts'

const GOOD: SandboxOutcome = { ok: true, outputs: { tiles: 24 } }
const BAD: SandboxOutcome = { ok: true, outputs: { tiles: 25 } }
let answer: SandboxOutcome = GOOD
let runs = 0
const sandbox: Sandbox = {
  run: async () => {
    runs += 1
    return answer
  },
  stop: async () => {},
}

let fettle: TestApp
let owner: Person
let id: string
let titles = 0
beforeAll(async () => {
  fettle = await startTestApp({ sandbox })
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  answer = GOOD
  await fettle.database.pool.query(`update tool set status = 'deleted' where kind <> 'builtin'`)
  owner = await fettle.aPerson()
  await fettle.database.pool.query('update "user" set email_verified_at = now()')
  titles += 1
  const { body } = await owner.post('/api/tools', { content: { ...tileContent, title: `Checked ${titles}` } })
  id = (body.draft as { id: string }).id
  const { status } = await owner.post(`/api/tools/${id}/publish`, { changelog: 'First version' })
  if (status !== 200) throw new Error(`Publishing answered ${status}`)
  runs = 0
})

const failures: unknown[] = []
const log = { error: (facts: unknown) => void failures.push(facts) }
const onDay = (day: number, within = sandbox) =>
  checkTools(
    { db: fettle.database.db, sandbox: within, queueMail: fettle.parts.queueMail, log },
    new Date(Date.UTC(2026, 10, day, 12)),
  )
const publishAnother = async () => {
  const { body } = await owner.post('/api/tools', { content: { ...tileContent, title: `Checked too ${titles}` } })
  const { id: other } = body.draft as { id: string }
  await owner.post(`/api/tools/${other}/publish`, { changelog: 'First version' })
  runs = 0
  return other
}
const isLabelled = async () => {
  const { fxn } = (await fettle.visitor().get(`/api/tools/${id}`)).body as { fxn: { underMaintenance: boolean } }
  const { tools } = (await owner.get('/api/tools')).body as unknown as { tools: { underMaintenance: boolean }[] }
  expect(tools.map(({ underMaintenance }) => underMaintenance)).toEqual([fxn.underMaintenance])
  return fxn.underMaintenance
}
const told = async () => {
  const { notifications } = (await owner.get('/api/notifications')).body as {
    notifications: { kind: string; title: string; body: string; href: string }[]
  }
  return notifications.map(({ kind, title, body, href }) => ({ kind, title, body, href }))
}
const mails = async () =>
  (await fettle.database.pool.query('select subject from mail where user_id = $1', [owner.id])).rows
    .map(({ subject }) => String(subject))
    .filter((subject) => subject.includes('maintenance'))

test('after three bad days people see the label, the creator is told once, and a good day clears it', async () => {
  answer = BAD
  await onDay(1)
  await onDay(1)
  expect(runs).toBe(1)
  await onDay(2)
  expect([await isLabelled(), await told()]).toEqual([false, []])
  await onDay(3)
  await onDay(4)
  expect([await isLabelled(), await told(), await mails()]).toEqual([
    true,
    [
      {
        kind: 'tool.maintenance',
        title: `“Checked ${titles}” is under maintenance`,
        body: '“A small room” gives 25 for tiles, not 24',
        href: `/create-tool?draft=${id}`,
      },
    ],
    ['A tool of yours is under maintenance'],
  ])
  answer = GOOD
  await onDay(5)
  expect(await isLabelled()).toBe(false)
})

test('after two weeks of it searches leave a tool out, its page stays, and a good day brings it back', async () => {
  const isFound = async () => {
    const { fxns } = (await fettle.visitor().get(`/api/discovery/search?search=Checked+${titles}`)).body
    return (fxns as { id: string }[]).some((fxn) => fxn.id === id)
  }
  answer = BAD
  for (const day of [1, 2, 3]) await onDay(day)
  expect([await isLabelled(), await isFound()]).toEqual([true, true])
  await fettle.database.pool.query(`update tool set maintenance_since = now() - interval '14 days' where id = $1`, [id])
  expect([await isLabelled(), await isFound()]).toEqual([true, false])
  answer = GOOD
  await onDay(4)
  expect([await isLabelled(), await isFound()]).toEqual([false, true])
})

test('what cannot be drawn is asked of what is new, never of what was published before', async () => {
  answer = { ok: true, outputs: { tiles: 24, rows: [{ row: 1 }] } }
  const { body } = await owner.post('/api/tools', { content: { ...tileRows, title: `Checked rows ${titles}` } })
  const { id: drawn } = body.draft as { id: string }
  const publishDrawn = () => owner.post(`/api/tools/${drawn}/publish`, { changelog: 'First version' })
  const undrawn: SandboxOutcome = { ok: true, outputs: { tiles: 24, rows: ['one'] } }
  answer = undrawn
  expect(await publishDrawn()).toMatchObject({ status: 422, body: { error: { code: 'EXAMPLE_FAILED' } } })
  answer = { ok: true, outputs: { tiles: 24, rows: [{ row: 1 }] } }
  expect((await publishDrawn()).status).toBe(200)
  answer = undrawn
  for (const day of [1, 2, 3]) await onDay(day)
  const badDays = async () =>
    (await fettle.database.pool.query('select bad_days from tool_check where tool_id = $1', [drawn])).rows
  expect(await badDays()).toEqual([{ bad_days: 0 }])
  // Another type is a misfit as ever.
  answer = { ok: true, outputs: { tiles: 24, rows: 'one' } }
  await onDay(4)
  expect(await badDays()).toEqual([{ bad_days: 1 }])
})

test('a good day between bad ones begins the count anew', async () => {
  for (const [day, given] of [BAD, BAD, GOOD, BAD, BAD].entries()) {
    answer = given
    await onDay(day + 1)
  }
  expect(await isLabelled()).toBe(false)
})

test('a day on which nobody looked begins the count anew', async () => {
  answer = BAD
  for (const day of [1, 2, 4, 5]) await onDay(day)
  expect(await isLabelled()).toBe(false)
  await onDay(6)
  expect(await isLabelled()).toBe(true)
})

test('a day that the sandbox or a bug took away is none of those in a row', async () => {
  answer = BAD
  for (const day of [1, 2]) await onDay(day)
  answer = { ok: false, error: { code: 'SANDBOX_UNAVAILABLE', message: 'Off', retryAfter: 1 } }
  await onDay(3)
  answer = BAD
  await onDay(4)
  expect(await isLabelled()).toBe(false)

  await onDay(5)
  failures.length = 0
  const bug = new Error('A bug of ours')
  await onDay(6, { run: () => Promise.reject(bug), stop: async () => {} })
  expect(failures).toEqual([{ err: bug, tool: id }])
  await onDay(7)
  expect(await isLabelled()).toBe(false)
})

test('a new version has no past', async () => {
  answer = BAD
  for (const day of [1, 2, 3]) await onDay(day)
  expect(await isLabelled()).toBe(true)
  answer = GOOD
  const { draft } = (await owner.get(`/api/tools/${id}/draft`)).body as unknown as {
    draft: { revision: number; content: object }
  }
  const changed = {
    ...draft.content,
    description: 'How many tiles a floor takes, cut ones too.',
    revision: draft.revision,
  }
  await owner.send('PUT', `/api/tools/${id}/draft`, changed)
  expect((await owner.post(`/api/tools/${id}/publish`, { changelog: 'Repaired' })).status).toBe(200)
  expect(await isLabelled()).toBe(false)
  answer = BAD
  for (const day of [4, 5]) await onDay(day)
  expect(await isLabelled()).toBe(false)
})

test('that the sandbox takes no calls says nothing of a tool, which is looked at later that day', async () => {
  answer = { ok: false, error: { code: 'SANDBOX_UNAVAILABLE', message: 'Off', retryAfter: 1 } }
  for (const day of [1, 2, 3]) await onDay(day)
  expect(await isLabelled()).toBe(false)
  answer = BAD
  await onDay(3)
  expect(runs).toBe(4)
  expect((await fettle.database.pool.query('select bad_days from tool_check where tool_id = $1', [id])).rows).toEqual([
    { bad_days: 1 },
  ])
})

test('a tool that breaks the check keeps no other from being checked on that day', async () => {
  const [broken, sound] = [id, await publishAnother()].toSorted() as [string, string]
  const { pool } = fettle.database
  await pool.query(`alter table tool_check add constraint broken check (tool_id <> '${broken}' or bad_days = 0)`)
  failures.length = 0
  answer = BAD
  for (const day of [1, 2, 3]) await onDay(day)
  expect(failures).toMatchObject([{ tool: broken }, { tool: broken }, { tool: broken }])
  await pool.query('alter table tool_check drop constraint broken')
  const { rows } = await pool.query('select id from tool where maintenance_since is not null and owner_id = $1', [
    owner.id,
  ])
  expect(rows).toEqual([{ id: sound }])
})

test('whoever is killed leaves only the tool that they were at; the others are checked on the same day', async () => {
  await publishAnother()
  const { promise, resolve } = Promise.withResolvers<SandboxOutcome>()
  let isAtIt = false
  const killed = onDay(1, {
    run: () => {
      isAtIt = true
      return promise
    },
    stop: async () => {},
  })
  await expect.poll(() => isAtIt).toBe(true)
  await onDay(1)
  expect(runs).toBe(1)
  resolve(GOOD)
  await killed
  expect(runs).toBe(1)
})

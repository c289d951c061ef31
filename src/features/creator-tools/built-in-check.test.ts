import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import type { Tool } from '#src/sdk/index.ts'
import { tools } from '#src/tools/index.ts'
import { checkBadBuiltIn, checkBuiltIn, EVERY_MS } from './daily-check.server.ts'

let fettle: TestApp
let admin: Person
beforeAll(async () => {
  fettle = await startTestApp()
  admin = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const rot13 = (await tools.rot13()) as Tool

let loads: string[] = []
let bad: ReadonlySet<string> = new Set()
const load = async (slug: string): Promise<Tool> => {
  loads.push(slug)
  return bad.has(slug) ? { ...rot13, run: () => ({ result: 'Wrong' }) } : rot13
}
const known = (...slugs: string[]) => Object.fromEntries(slugs.map((slug) => [slug, () => load(slug)]))
const three = known('rot13', 'tip-calculator', 'loan-payment')
beforeEach(async () => {
  loads = []
  bad = new Set()
  await sql('delete from tool_check')
  await sql('delete from notification')
  await sql('update tool set maintenance_since = null where maintenance_since is not null')
})

const failures: unknown[] = []
const log = { error: (facts: unknown) => void failures.push(facts) }
const onDay = (day: number, builtIns: Parameters<typeof checkBuiltIn>[2] = known('rot13')) =>
  checkBuiltIn({ db: fettle.database.db, log }, new Date(Date.UTC(2026, 10, day, 12)), builtIns)
const again = (day: number, builtIns = known('rot13')) =>
  checkBadBuiltIn({ db: fettle.database.db }, new Date(Date.UTC(2026, 10, day, 18)), builtIns)
const badDays = () =>
  sql('select slug, bad_days from tool_check join tool on tool.id = tool_id where bad_days > 0 order by slug')
const isLabelled = async () => {
  const { fxn } = (await fettle.visitor().get('/api/tools/rot13')).body as { fxn: { underMaintenance: boolean } }
  return fxn.underMaintenance
}
const told = async (person: Person) => {
  const { notifications } = (await person.get('/api/notifications')).body as {
    notifications: { kind: string; title: string; body: string; href: string }[]
  }
  return notifications.map(({ kind, title, body, href }) => ({ kind, title, body, href }))
}

test('one look runs one built-in tool, and each of this release once a day', async () => {
  await onDay(1, three)
  expect(loads).toHaveLength(1)
  for (let look = 0; look < 4; look += 1) await onDay(1, three)
  expect(loads.toSorted()).toEqual(['loan-payment', 'rot13', 'tip-calculator'])
  await onDay(2, three)
  expect(loads).toHaveLength(4)
})

test('a day has more looks than there are built-in tools', () => {
  expect(Object.keys(tools).length).toBeLessThan(86_400_000 / EVERY_MS)
})

test('of two processes that look at the same time one runs it, and the other the next one', async () => {
  const two = known('rot13', 'tip-calculator')
  const [{ slug: first }, { slug: second }] = await sql(
    `select slug from tool where slug in ('rot13', 'tip-calculator') order by id`,
  )
  const other = await fettle.database.pool.connect()
  await other.query('begin')
  await other.query(`insert into tool_check (tool_id, version, day)
                     select id, version, '2026-11-01' from tool where slug = '${first}'`)
  const looked = onDay(1, two)
  const waiting = `select count(*)::int from pg_stat_activity
                    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => sql(waiting)).toEqual([{ count: 1 }])
  await other.query('commit')
  other.release()
  await looked
  expect(loads).toEqual([second])
  await onDay(1, two)
  expect(loads).toEqual([second])
})

test('one that was bad comes first, then the one that was not looked at for longest', async () => {
  for (const slug of ['tip-calculator', 'loan-payment', 'rot13']) await onDay(1, known(slug))
  bad = new Set(['loan-payment'])
  for (const slug of ['rot13', 'loan-payment']) await onDay(2, known(slug))
  loads = []
  for (let look = 0; look < 3; look += 1) await onDay(3, three)
  expect(loads).toEqual(['loan-payment', 'tip-calculator', 'rot13'])
})

test('after three bad days people see the label, admins are told once without a mail, and a good day clears it', async () => {
  const person = await fettle.aPerson()
  bad = new Set(['rot13'])
  for (const day of [1, 2]) await onDay(day)
  expect([await isLabelled(), await told(admin)]).toEqual([false, []])
  const mails = await sql('select count(*)::int from mail')
  for (const day of [3, 4]) await onDay(day)
  const news = {
    kind: 'tool.maintenance',
    title: '“ROT13 and Caesar Cipher” is under maintenance',
    body: '“A pangram” gives "Wrong" for result, not "Gur Dhvpx Oebja Sbk Whzcrq Bire Gur Ynml Qbt."',
    href: '/fxn/rot13',
  }
  expect([await isLabelled(), await told(admin), await told(person)]).toEqual([true, [news], []])
  expect(await sql('select count(*)::int from mail')).toEqual(mails)
  bad = new Set()
  await onDay(5)
  expect(await isLabelled()).toBe(false)
})

test('one that was bad is looked at again on the same day: that counts once, and a release that mends it clears the label', async () => {
  bad = new Set(['rot13'])
  for (const day of [1, 2, 3]) {
    await onDay(day)
    await again(day)
    await again(day, { rot13: () => Promise.reject(new Error('not there')) })
  }
  expect([await isLabelled(), await badDays()]).toEqual([true, [{ slug: 'rot13', bad_days: 3 }]])
  bad = new Set()
  await again(3)
  expect([await isLabelled(), await badDays()]).toEqual([false, []])
  loads = []
  await again(3)
  expect(loads).toEqual([])
})

test('of several that were bad one is looked at again each time, and none that is still to come', async () => {
  bad = new Set(['rot13', 'tip-calculator'])
  for (let look = 0; look < 3; look += 1) await onDay(1, three)
  loads = []
  await again(1, three)
  expect([loads.length, bad.has(loads[0] ?? '')]).toEqual([1, true])
  await again(2, three)
  expect(loads).toHaveLength(1)
})

test('a version of a new release is looked at on the same day, and a good one clears the label', async () => {
  bad = new Set(['rot13'])
  for (const day of [1, 2, 3]) await onDay(day)
  await sql(`update tool_check set version = version - 1`)
  bad = new Set()
  await again(3)
  expect(await isLabelled()).toBe(true)
  await onDay(3)
  expect([await isLabelled(), await badDays()]).toEqual([false, []])
})

test('after two weeks of it searches leave a built-in tool out, its page stays, and a good day brings it back', async () => {
  const isFound = async () => {
    const { fxns } = (await fettle.visitor().get('/api/discovery/search?search=rot13')).body
    return (fxns as { slug: string }[]).some(({ slug }) => slug === 'rot13')
  }
  bad = new Set(['rot13'])
  for (const day of [1, 2, 3]) await onDay(day)
  expect([await isLabelled(), await isFound()]).toEqual([true, true])
  await sql(`update tool set maintenance_since = now() - interval '14 days' where slug = 'rot13'`)
  expect([await isLabelled(), await isFound()]).toEqual([true, false])
  bad = new Set()
  await onDay(4)
  expect([await isLabelled(), await isFound()]).toEqual([false, true])
})

test('one that throws or cannot be had had a bad day, and the log says why', async () => {
  const error = new Error('not there')
  failures.length = 0
  await onDay(1, { rot13: () => Promise.reject(error) })
  const [{ id, bad_days }] = await sql('select tool.id, bad_days from tool_check join tool on tool.id = tool_id')
  expect([bad_days, failures]).toEqual([1, [{ err: error, tool: id }]])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type Person as TestPerson } from '#src/app/test-app.ts'
import { hideTool, removeTool, restoreTool } from '#src/features/catalog/tool-standing.queries.ts'
import { aToolOf } from '#src/features/reviews/reviews-fixture.ts'
import { findBrokenAuditEntry } from '#src/server/audit/audit.ts'
import { aRanked } from './admin-fixture.ts'

let fettle: TestApp
let admin: TestPerson
let superAdmin: TestPerson
beforeAll(async () => {
  fettle = await startTestApp()
  admin = await aRanked(fettle, { role: 'admin' })
  superAdmin = await aRanked(fettle, { role: 'super_admin' })
})
afterAll(() => fettle.stop())

const reason = 'Its tools collected passwords'
const codeOf = ({ body }: { body: Readonly<Record<string, unknown>> }) =>
  (body.error as { code: string } | undefined)?.code
const suspend = (by: TestPerson, whom: { id: string }) => by.post(`/api/admin/people/${whom.id}/suspend`, { reason })
const changeRole = (by: TestPerson, whom: { id: string }, role: string) =>
  by.post(`/api/admin/people/${whom.id}/role`, { role, reason })
const lastAudit = async () => {
  const { rows } = await fettle.database.pool.query('select * from audit_entry order by seq desc limit 1')
  return { ...rows[0], details: JSON.parse(rows[0].details) }
}

const READS = ['/api/admin', '/api/admin/people', '/api/admin/audit', '/api/admin/client-errors']

test.each(READS)('%s is for admins with a second factor passed in this session', async (url) => {
  expect((await fettle.visitor().get(url)).status).toBe(401)
  const user = await aRanked(fettle, { role: 'user' })
  const refused = await user.get(url)
  expect([refused.status, codeOf(refused)]).toEqual([403, 'FORBIDDEN'])
  expect((await admin.get(url)).status).toBe(200)
})

test.each([
  ['admin', 'none'],
  ['admin', 'not-passed'],
  ['super_admin', 'none'],
  ['super_admin', 'not-passed'],
] as const)('%s with second factor %s sees nothing of it', async (role, secondFactor) => {
  const person = await aRanked(fettle, { role, secondFactor })
  for (const url of READS) {
    const answer = await person.get(url)
    expect([answer.status, codeOf(answer)]).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
  }
  await fettle.database.pool.query(`update "user" set role = 'user' where id = $1`, [person.id])
})

test('people are found by name and address and come in pages, with nothing that is nobody’s business', async () => {
  const { pool } = fettle.database
  await pool.query(`insert into "user" (id, name, email)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Crowd ' || n, 'crowd' || n || '@example.com'
      from generate_series(1, 65) n`)
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; page < 3; page++) {
    const { body } = await admin.get(`/api/admin/people?search=CROWD&cursor=${cursor}`.replace(/&cursor=$/, ''))
    seen.push(...(body.people as { name: string }[]).map(({ name }) => name))
    cursor = String(body.cursor)
  }
  expect(seen).toEqual(Array.from({ length: 65 }, (_, index) => `Crowd ${65 - index}`))
  expect(cursor).toBe('null')
  const { body } = await admin.get('/api/admin/people?search=crowd64@')
  expect(body.people).toEqual([
    {
      id: '00000000-0000-7000-8000-000000000064',
      name: 'Crowd 64',
      email: 'crowd64@example.com',
      role: 'user',
      createdAt: expect.any(String),
      emailVerified: false,
      hasSecondFactor: false,
      lastSeenAt: null,
      sessions: 0,
      apiKeys: 0,
      suspended: null,
      proposed: null,
      deletionDueAt: null,
      proUntil: null,
    },
  ])
  expect((await admin.get('/api/admin/people?search=100%25')).body.people).toEqual([])
})

test('a suspension ends sessions and API keys at once, is written down and mailed, and can be lifted', async () => {
  const person = await fettle.aPerson()
  const { body: made } = await person.post('/api/keys', { name: 'CI', scopes: ['read'], expiresInDays: null })
  const withKey = { authorization: `Bearer ${made.token}`, cookie: '' }
  expect((await fettle.visitor().get('/api/user', withKey)).status).toBe(200)

  const proposed = await suspend(superAdmin, person)
  expect([proposed.status, proposed.body.person]).toMatchObject([
    200,
    { suspended: null, proposed: { by: { id: superAdmin.id }, reason } },
  ])
  expect([(await person.get('/api/user')).status, (await lastAudit()).action]).toEqual([
    200,
    'person.suspension-proposed',
  ])
  expect(codeOf(await suspend(superAdmin, person))).toBe('ANOTHER_EYE_REQUIRED')
  const answer = await suspend(admin, person)
  expect([answer.status, answer.body.person]).toEqual([
    200,
    expect.objectContaining({ suspended: { at: expect.any(String), reason }, sessions: 0 }),
  ])
  expect((await person.get('/api/user')).status).toBe(401)
  expect((await fettle.visitor().get('/api/user', withKey)).status).toBe(401)
  const login = await fettle.visitor().post('/api/login', { email: person.email, password: person.password })
  expect([login.status, codeOf(login)]).toEqual([403, 'ACCOUNT_SUSPENDED'])
  expect(await lastAudit()).toMatchObject({
    actor_id: admin.id,
    action: 'person.suspended',
    target: `user ${person.id}`,
    address: '127.0.0.1',
    details: { reason, sessions: 1, proposedBy: superAdmin.id },
  })
  expect(codeOf(await suspend(admin, person))).toBe('ALREADY_SUSPENDED')

  expect((await admin.post(`/api/admin/people/${person.id}/lift`, { reason: 'A mistake' })).status).toBe(200)
  expect((await fettle.visitor().get('/api/user', withKey)).status).toBe(200)
  expect((await lastAudit()).action).toBe('person.suspension-lifted')
  expect(codeOf(await admin.post(`/api/admin/people/${person.id}/lift`, { reason }))).toBe('NOT_SUSPENDED')
  const { rows } = await fettle.database.pool.query('select subject from mail where user_id = $1 order by created_at', [
    person.id,
  ])
  expect(rows.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Your Fettle account was suspended', 'Your Fettle account is open again']),
  )
})

test('the overview counts what waits for moderators, and what of it is late', async () => {
  const cases = async () => (await admin.get('/api/admin')).body.cases
  expect(await cases()).toEqual({ open: 0, overdue: 0 })
  await fettle.database.pool.query(
    `insert into moderation_case (id, kind, tool_id, subject, due_at)
     select gen_random_uuid(), made.kind, id, 'x', now() + wait from tool,
       (values ('report', interval '1 hour'), ('tool', interval '-1 hour')) as made (kind, wait)
      where slug = 'rot13'`,
  )
  expect(await cases()).toEqual({ open: 2, overdue: 1 })
  await fettle.database.pool.query('delete from moderation_case')
})

test('a proposed suspension is listed, and can be withdrawn by anybody who could agree', async () => {
  const person = await fettle.aPerson()
  await suspend(admin, person)
  const proposed = async () =>
    ((await admin.get('/api/admin/people?state=proposed')).body.people as { id: string }[]).map(({ id }) => id)
  expect(await proposed()).toEqual([person.id])
  expect((await admin.get('/api/admin')).body).toMatchObject({ proposed: 1 })
  const withdraw = (by: TestPerson) => by.post(`/api/admin/people/${person.id}/withdraw-suspension`, { reason })
  expect((await withdraw(superAdmin)).status).toBe(200)
  expect([await proposed(), codeOf(await withdraw(admin))]).toEqual([[], 'NOT_PROPOSED'])
  expect((await lastAudit()).action).toBe('person.suspension-withdrawn')
})

test('where nobody else could agree, one admin suspends', async () => {
  const { pool } = fettle.database
  const person = await fettle.aPerson()
  await pool.query('update totp set confirmed_at = null where user_id = $1', [superAdmin.id])
  expect((await suspend(admin, person)).body.person).toMatchObject({ suspended: { reason } })
  await pool.query('update totp set confirmed_at = now() where user_id = $1', [superAdmin.id])
})

test('the tools of somebody suspended leave the catalogue, and lifting it brings back exactly those that were there', async () => {
  const { pool, db } = fettle.database
  const person = await fettle.aPerson()
  const [seen, hidden, removed] = [
    await aToolOf(fettle, person, 'seen'),
    await aToolOf(fettle, person, 'hidden'),
    await aToolOf(fettle, person, 'removed'),
  ]
  const { rows: cases } = await pool.query(
    `insert into moderation_case (id, kind, tool_id, subject, due_at, closed_at, decision)
     select gen_random_uuid(), 'report', id, 'x', now(), now(), 'hide' from unnest($1::uuid[]) with ordinality tool (id, place)
      order by place returning id`,
    [[hidden, removed]],
  )
  const holder = { toolId: hidden, caseId: String(cases[0].id) }
  await hideTool(db, holder)
  await removeTool(db, { toolId: removed, caseId: String(cases[1].id) }, 'by our moderators: Spam')
  const standing = async () => {
    const { rows } = await pool.query('select slug, status from tool where owner_id = $1 order by slug', [person.id])
    return Object.fromEntries(rows.map(({ slug, status }) => [slug, status]))
  }
  const before = { hidden: 'hidden', removed: 'deleted', seen: 'published' }
  expect(await standing()).toEqual(before)
  await suspend(admin, person)
  await suspend(superAdmin, person)
  expect(await standing()).toEqual({ ...before, seen: 'hidden' })
  expect(await lastAudit()).toMatchObject({ details: { tools: 1 } })
  expect((await fettle.visitor().get(`/api/tools/${seen}`)).status).toBe(404)
  await admin.post(`/api/admin/people/${person.id}/lift`, { reason: 'A mistake' })
  expect(await standing()).toEqual(before)
  // What moderators take back meanwhile is there once both causes have ended.
  await suspend(admin, person)
  await suspend(superAdmin, person)
  await restoreTool(db, holder)
  expect(await standing()).toEqual({ hidden: 'hidden', removed: 'deleted', seen: 'hidden' })
  await admin.post(`/api/admin/people/${person.id}/lift`, { reason: 'A mistake' })
  expect(await standing()).toEqual({ hidden: 'published', removed: 'deleted', seen: 'published' })
})

test('an admin ends the sessions of somebody, and it is written down', async () => {
  const person = await fettle.aPerson()
  const answer = await admin.post(`/api/admin/people/${person.id}/end-sessions`, { reason })
  expect(answer.status).toBe(200)
  expect((await person.get('/api/user')).status).toBe(401)
  expect(await lastAudit()).toMatchObject({ action: 'person.sessions-ended', details: { reason, sessions: 1 } })
})

test.each([
  [{}, 'reason', 'Say why'],
  [{ reason: '  ' }, 'reason', 'Say why'],
  [{ reason: 'x'.repeat(501) }, 'reason', 'The reason must be at most 500 characters'],
])('without a reason of sensible length nothing happens: %j', async (body, field, message) => {
  const person = await fettle.aPerson()
  const answer = await admin.post(`/api/admin/people/${person.id}/suspend`, body)
  expect([answer.status, answer.body.error]).toEqual([422, expect.objectContaining({ details: [{ field, message }] })])
  expect((await person.get('/api/user')).status).toBe(200)
})

test('an admin does nothing to a super admin and changes no role', async () => {
  for (const attempt of [
    await suspend(admin, superAdmin),
    await admin.post(`/api/admin/people/${superAdmin.id}/end-sessions`, { reason }),
    await changeRole(admin, superAdmin, 'user'),
    await changeRole(admin, await fettle.aPerson(), 'admin'),
  ])
    expect([attempt.status, codeOf(attempt)]).toEqual([403, 'FORBIDDEN'])
  expect((await superAdmin.get('/api/user')).body).toMatchObject({ role: 'super_admin' })
})

test('Pro is given for a while and taken again, with the reason', async () => {
  const person = await fettle.aPerson()
  const given = await admin.post(`/api/admin/people/${person.id}/pro`, { reason })
  const inAYear = Date.now() + 365 * 86_400_000
  const until = Date.parse(String((given.body.person as { proUntil: string }).proUntil))
  expect([given.status, Math.abs(until - inAYear) < 60_000]).toEqual([200, true])
  expect(await lastAudit()).toMatchObject({ action: 'person.pro-given', details: { reason, days: 365 } })
  const taken = await admin.post(`/api/admin/people/${person.id}/pro`, { reason, days: 0 })
  expect(taken.body.person).toMatchObject({ proUntil: null })
  expect((await person.post(`/api/admin/people/${admin.id}/pro`, { reason })).status).toBe(403)
})

test('nobody edits their own role or suspends themselves', async () => {
  for (const attempt of [
    await changeRole(superAdmin, superAdmin, 'admin'),
    await suspend(superAdmin, superAdmin),
    await suspend(admin, admin),
  ])
    expect([attempt.status, codeOf(attempt)]).toEqual([403, 'OWN_ACCOUNT'])
})

test('a super admin changes a role, the person is told, and the role counts at once', async () => {
  const person = await fettle.aPerson()
  const answer = await changeRole(superAdmin, person, 'admin')
  expect([answer.status, answer.body.person]).toEqual([200, expect.objectContaining({ role: 'admin' })])
  expect((await person.get('/api/user')).body).toMatchObject({ role: 'admin' })
  expect(codeOf(await person.get('/api/admin'))).toBe('SECOND_FACTOR_REQUIRED')
  expect((await person.get('/api/notifications')).body).toMatchObject({
    unread: 1,
    notifications: [{ kind: 'role.changed', title: 'Your role is now admin', href: '/admin', read: false }],
  })
  expect(await lastAudit()).toMatchObject({
    action: 'person.role-changed',
    target: `user ${person.id}`,
    details: { reason, from: 'user', to: 'admin' },
  })
  expect(codeOf(await changeRole(superAdmin, person, 'admin'))).toBe('ROLE_UNCHANGED')
})

test('a role change asks for a second factor of the last ten minutes', async () => {
  const stale = await aRanked(fettle, { role: 'super_admin', secondFactor: 'an hour ago' })
  const refused = await changeRole(stale, await fettle.aPerson(), 'admin')
  expect([refused.status, codeOf(refused)]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
  // A password alone does not make it fresh.
  await fettle.database.pool.query('update session set authenticated_at = now() where user_id = $1', [stale.id])
  expect(codeOf(await changeRole(stale, await fettle.aPerson(), 'admin'))).toBe('FRESH_SIGN_IN_REQUIRED')
  await changeRole(superAdmin, stale, 'user')
})

test('two super admins who demote each other at once leave one', async () => {
  const pair = [await aRanked(fettle, { role: 'super_admin' }), await aRanked(fettle, { role: 'super_admin' })] as const
  const { pool } = fettle.database
  await pool.query(`update "user" set role = 'user' where id = $1`, [superAdmin.id])
  const answers = await Promise.all([changeRole(pair[0], pair[1], 'user'), changeRole(pair[1], pair[0], 'user')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  const { rows } = await pool.query(`select id from "user" where role = 'super_admin'`)
  expect(rows).toHaveLength(1)
  await pool.query(`update "user" set role = 'super_admin' where id = $1`, [superAdmin.id])
  await pool.query(`update "user" set role = 'user' where id = any($1)`, [pair.map(({ id }) => id)])
})

test('a super admin who is leaving takes the role from none who stays', async () => {
  const leaving = await aRanked(fettle, { role: 'super_admin' })
  const { pool } = fettle.database
  await pool.query(`update "user" set deletion_due_at = now() + interval '14 days' where id = $1`, [leaving.id])
  for (const attempt of [await changeRole(leaving, superAdmin, 'admin'), await suspend(leaving, superAdmin)])
    expect([attempt.status, codeOf(attempt)]).toEqual([409, 'LAST_SUPER_ADMIN'])
  expect((await changeRole(superAdmin, leaving, 'user')).status).toBe(200)
})

test('unknown fields, unknown people and API keys get nowhere', async () => {
  const person = await fettle.aPerson()
  const answer = await admin.post(`/api/admin/people/${person.id}/suspend`, { reason, role: 'admin' })
  expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_REQUEST'])
  expect((await suspend(admin, { id: '01920000-0000-7000-8000-000000000000' })).status).toBe(404)
  expect((await suspend(admin, { id: 'nobody' })).status).toBe(404)
  const { body } = await admin.post('/api/keys', {
    name: 'All',
    scopes: ['read', 'tools:run', 'workflows:run'],
    expiresInDays: null,
  })
  const withKey = await fettle.visitor().get('/api/admin/people', { authorization: `Bearer ${body.token}`, cookie: '' })
  expect([withKey.status, codeOf(withKey)]).toEqual([403, 'INSUFFICIENT_SCOPE'])
})

test('after all of it the chain of the audit log holds', async () => {
  expect(await findBrokenAuditEntry(fettle.database.db)).toBeNull()
})

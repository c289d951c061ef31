import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { sweepClientErrors } from './client-errors.server.ts'

let fettle: TestApp
let admin: Person
beforeAll(async () => {
  fettle = await startTestApp()
  admin = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())

const report = {
  errorId: 'ERR-1790000000000-ab12cd',
  message: 'Cannot read row 7',
  stack: 'TypeError: Cannot read row 7\n    at run (http://localhost:3000/assets/tool-abc.js:1:20)',
  componentStack: '\n    at Results\n    at ToolPage',
  timestamp: '2026-09-21T12:00:00.000Z',
  userAgent: 'Mozilla/5.0 (Test)',
  url: 'http://localhost:3000/fxn/tip-calculator?utm=x#bill=84',
}
/** Each from an address of its own: the limit of one address is a test of its own. */
let sender = 0
const send = (body: object, ip = `198.51.100.${++sender}`) =>
  fettle.app.inject({
    method: 'POST',
    url: '/api/errors/client',
    remoteAddress: ip,
    headers: { 'x-requested-with': 'test' },
    payload: body,
  })
type Group = { id: string; count: number; resolvedAt: string | null; message: string }
const groups = async (query = '') => (await admin.get(`/api/admin/client-errors?${query}`)).body.groups as Group[]

test('a visitor reports an error; it is stored without query and fragment, and reports of one kind are one group', async () => {
  const answer = await send(report)
  expect([answer.statusCode, answer.json()]).toEqual([202, { errorId: report.errorId }])
  await send({ ...report, errorId: 'ERR-1790000000001-ffffff', message: 'Cannot read row 8' })
  const found = await groups()
  expect(found).toEqual([
    {
      id: expect.any(String),
      message: 'Cannot read row 7',
      topFrame: 'at run (/assets/tool-abc.js:1:20)',
      count: 2,
      firstSeenAt: expect.any(String),
      lastSeenAt: expect.any(String),
      resolvedAt: null,
    },
  ])
  const { body } = await admin.get(`/api/admin/client-errors/${found[0]?.id}`)
  expect((body.occurrences as object[])[1]).toEqual({
    id: expect.any(String),
    errorId: report.errorId,
    message: report.message,
    stack: report.stack,
    componentStack: report.componentStack,
    userAgent: report.userAgent,
    url: 'http://localhost:3000/fxn/tip-calculator',
    happenedAt: report.timestamp,
    receivedAt: expect.any(String),
  })
  const { rows } = await fettle.database.pool.query('select * from client_error')
  expect(JSON.stringify(rows)).not.toContain('bill=84')
})

test('a group is marked resolved and opens again when it happens again; both are written down', async () => {
  const [group] = await groups('search=ERR-1790000000001-ffffff')
  const resolved = await admin.post(`/api/admin/client-errors/${group?.id}/resolve`)
  expect((resolved.body.group as Group).resolvedAt).not.toBeNull()
  expect(await groups()).toEqual([])
  expect(await groups('state=resolved')).toHaveLength(1)
  await send(report)
  expect(await groups()).toEqual([expect.objectContaining({ id: group?.id, count: 3, resolvedAt: null })])
  await admin.post(`/api/admin/client-errors/${group?.id}/resolve`)
  await admin.post(`/api/admin/client-errors/${group?.id}/reopen`)
  expect(await groups()).toHaveLength(1)
  const { rows } = await fettle.database.pool.query(`select action from audit_entry where target like 'client-error %'
    order by seq`)
  expect(rows.map(({ action }) => action)).toEqual([
    'client-error.resolved',
    'client-error.resolved',
    'client-error.reopened',
  ])
})

test.each([
  ['an unknown field', { ...report, userId: 'x' }, 400, 'INVALID_REQUEST'],
  ['another form of id', { ...report, errorId: 'ERR-1' }, 422, 'INVALID_INPUT'],
  ['a message that is too long', { ...report, message: 'x'.repeat(2001) }, 422, 'INVALID_INPUT'],
  ['a stack that is too long', { ...report, stack: 'x'.repeat(10_001) }, 422, 'INVALID_INPUT'],
  ['no address', { ...report, url: undefined }, 422, 'INVALID_INPUT'],
  [
    'more than 32 kB',
    { ...report, stack: '語'.repeat(9_000), componentStack: '語'.repeat(5_000) },
    413,
    'BODY_TOO_LARGE',
  ],
])('a report with %s is refused', async (_, body, status, code) => {
  const answer = await send(body)
  expect([answer.statusCode, answer.json().error?.code]).toEqual([status, code])
})

test('only the latest 20 reports of a group are kept, and all are counted', async () => {
  for (let n = 0; n < 25; n++)
    await send({ ...report, message: 'Flood', errorId: `ERR-17900000001${String(n).padStart(2, '0')}-flood0` })
  const [group] = await groups('search=flood')
  expect(group?.count).toBe(25)
  const { body } = await admin.get(`/api/admin/client-errors/${group?.id}`)
  const ids = (body.occurrences as { errorId: string }[]).map(({ errorId }) => errorId)
  expect([ids.length, ids[0], ids[19]]).toEqual([20, 'ERR-1790000000124-flood0', 'ERR-1790000000105-flood0'])
})

test('the sweep removes what is older than 30 days', async () => {
  const { pool, db } = fettle.database
  await send({ ...report, message: 'Old' })
  await pool.query(`update client_error_group set last_seen_at = now() - interval '31 days' where message = 'Old'`)
  await pool.query(`update client_error set created_at = now() - interval '31 days' where message = 'Flood'`)
  await sweepClientErrors(db)
  expect(await groups('search=old')).toEqual([])
  const { rows } = await pool.query(`select count(*)::int as count from client_error where message = 'Flood'`)
  expect(rows[0].count).toBe(0)
  expect((await groups('search=flood'))[0]?.count).toBe(25)
})

test('one address reports 20 times a minute, then it waits; all together 300 times', async () => {
  const statuses = async (count: number, ip?: string) => {
    const all = []
    for (let n = 0; n < count; n++) all.push((await send(report, ip)).statusCode)
    return all
  }
  expect(new Set(await statuses(20, '192.0.2.1'))).toEqual(new Set([202]))
  const refused = await send(report, '192.0.2.1')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
  expect(await statuses(300)).toContain(429)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aReviewBy, aToolOf, aVoice } from '#src/features/reviews/reviews-fixture.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import { aRanked } from './admin-fixture.ts'

let fettle: TestApp
let admin: Person
beforeAll(async () => {
  fettle = await startTestApp()
  admin = await aRanked(fettle, { role: 'admin' })
  const { db } = fettle.database
  for (let n = 1; n <= 60; n++)
    await appendAudit(db, {
      actorId: n % 2 === 0 ? admin.id : null,
      action: n % 3 === 0 ? 'password.changed' : 'session.ended',
      target: `user ${n}`,
      address: '203.0.113.7',
      details: { n },
    })
})
afterAll(() => fettle.stop())

type Entries = { action: string; target: string; targetTool: string | null; actor: { email: string } | null }[]
const list = async (query: string) => {
  const { body } = await admin.get(`/api/admin/audit?${query}`)
  return { entries: body.entries as Entries, cursor: body.cursor as string | null }
}

test('entries come the newest first, in pages', async () => {
  const first = await list('target=user ')
  expect(first.entries).toHaveLength(50)
  expect(first.entries[0]).toEqual({
    seq: expect.any(Number),
    at: expect.stringMatching(/Z$/),
    actor: { id: admin.id, name: admin.name, email: admin.email },
    action: 'password.changed',
    target: 'user 60',
    targetEmail: null,
    targetTool: null,
    address: '203.0.113.7',
    details: { n: 60 },
  })
  const second = await list(`target=user &cursor=${first.cursor}`)
  expect(second.entries.filter(({ target }) => /^user \d+$/.test(target)).map(({ target }) => target)).toEqual(
    Array.from({ length: 10 }, (_, index) => `user ${10 - index}`),
  )
  expect(second.cursor).toBeNull()
})

test.each([
  [() => `actor=${admin.email.toUpperCase()}&action=password.`, 10],
  [() => `actor=${admin.id}&action=session.`, 20],
  [() => 'target=user 7', 1],
  [() => 'target=user 7&action=password', 0],
  [() => 'actor=nobody@example.com', 0],
])('filters narrow the list (case %#)', async (query, count) => {
  expect((await list(query())).entries).toHaveLength(count)
})

test('an account that is a target is named by its address', async () => {
  const { db } = fettle.database
  await appendAudit(db, { actorId: null, action: 'other.target', target: `user ${admin.id}`, address: '::1' })
  expect((await list('action=other.target')).entries).toEqual([expect.objectContaining({ targetEmail: admin.email })])
})

test('an entry about a tool or a review of one has the title of the tool, while there is one', async () => {
  const { db, pool } = fettle.database
  const voice = await aVoice(fettle)
  const tool = await aToolOf(fettle, admin, 'looked-at')
  const review = await aReviewBy(voice, tool)
  for (const target of [`tool ${tool}`, `review ${review}`, `tool ${uuidv7()}`, 'tool of old'])
    await appendAudit(db, { actorId: admin.id, action: 'other.tool', target, address: '::1' })
  const titles = async () => (await list('action=other.tool')).entries.map((entry) => entry.targetTool)
  expect(await titles()).toEqual([null, null, 'Tool looked-at', 'Tool looked-at'])
  await pool.query('delete from review where id = $1', [review])
  expect(await titles()).toEqual([null, null, null, 'Tool looked-at'])
})

test('the file holds what the filter leaves, no formula, and its making is written down', async () => {
  const { db } = fettle.database
  await appendAudit(db, {
    actorId: null,
    action: 'test.csv',
    target: '=1+1',
    address: '::1',
    details: { a: 'x,"y"\n' },
  })
  const { body } = await admin.post('/api/admin/audit/export', { action: 'test.' })
  const [header, row] = String(body.csv).split('\r\n')
  expect(header).toBe('number,time,actor id,actor email,action,target,address,details,hash')
  expect(row).toMatch(
    /^\d+,\d{4}-\d\d-\d\dT[\d:.]+Z,,,test\.csv,'=1\+1,::1,"\{""a"":""x,\\""y\\""\\n""\}",[0-9a-f]{64}$/,
  )
  expect([body.rows, body.complete]).toEqual([1, true])
  expect((await list('action=audit.exported')).entries).toEqual([
    expect.objectContaining({ actor: expect.objectContaining({ id: admin.id }), details: { rows: 1 } }),
  ])
})

// The last one: it leaves the log broken.
test('the check says intact, and after an edit where the chain is broken', async () => {
  const { pool } = fettle.database
  const { rows } = await pool.query('select count(*)::int as count from audit_entry')
  expect((await admin.get('/api/admin/audit/check')).body).toEqual({ entries: rows[0].count, brokenAt: null })
  await pool.query(`alter table audit_entry disable trigger audit_entry_append_only;
    update audit_entry set details = 'not json' where seq = 5`)
  expect((await admin.get('/api/admin/audit/check')).body).toMatchObject({ brokenAt: 5 })
  const { entries } = await list('')
  expect(entries.length).toBe(50)
  const { body } = await admin.get('/api/admin/audit?cursor=6')
  expect((body.entries as { details: object }[])[0]?.details).toEqual({ text: 'not json' })
})

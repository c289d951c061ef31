import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aToolOf } from '#src/features/reviews/reviews-fixture.ts'

let fettle: TestApp
let owner: Person
let person: Person
let moderator: Person
let tool: string
beforeAll(async () => {
  fettle = await startTestApp()
  ;[owner, person] = [await fettle.aPerson(), await fettle.aPerson()]
  moderator = await aRanked(fettle, { role: 'admin' })
  tool = await aToolOf(fettle, owner, 'adder')
  await sql('update tool_version set input_schema = $2, output_schema = $3 where tool_id = $1', [
    tool,
    JSON.stringify({
      b: { type: 'number', label: 'B' },
      a: { type: 'number', label: 'A' },
      pin: { type: 'string', label: 'Pin', secret: true },
    }),
    JSON.stringify({ sum: { renderer: 'text', label: 'Sum' } }),
  ])
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  await sql('delete from moderation_case')
  await sql('delete from notification')
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const RUN = { version: 1, inputs: { b: 2, a: 2 }, outputs: { sum: 5 } }
const report = (who: TestBrowser, more: object = {}) =>
  who.post('/api/reports/submit', { fxnId: tool, reason: 'misleading', details: 'Two and two.', run: RUN, ...more })
const told = () => sql('select user_id, kind, title, body, href from notification')

test('a wrong result goes to the moderators, and once to the creator with a link that opens it', async () => {
  expect((await report(person)).status).toBe(201)
  expect((await report(person)).status).toBe(409)
  expect(await sql('select run::text from report')).toEqual([{ run: JSON.stringify(RUN) }])
  expect(await told()).toEqual([
    {
      user_id: owner.id,
      kind: 'tool.wrong-result',
      title: 'Somebody reports a wrong result of “Tool adder”',
      body: 'Of version 1. Its page of figures has what was sent, to run it again for yourself.',
      href: `/tools/${tool}/figures#reported`,
    },
  ])
  const { cases } = (await moderator.get('/api/admin/moderation')).body as { cases: { reports: object[] }[] }
  expect(cases.map(({ reports }) => reports)).toMatchObject([[{ details: 'Two and two.', run: RUN }]])
})

test('a creator is told once a day, without a word of what came, and finds it as data on a page of theirs', async () => {
  const [one, other] = [await fettle.aPerson(), await fettle.aPerson()]
  const abuse = { ...RUN, outputs: { sum: 'You are a fool' } }
  expect([(await report(one)).status, (await report(other, { run: abuse })).status]).toEqual([201, 201])
  const [notice, ...more] = await told()
  expect([notice?.kind, more, JSON.stringify(notice)]).toEqual([
    'tool.wrong-result',
    [],
    expect.not.stringContaining('fool'),
  ])
  const wrongResults = async () => (await owner.get(`/api/tools/${tool}/figures`)).body.wrongResults
  expect(await wrongResults()).toEqual([abuse, RUN].map((run) => ({ at: expect.any(String), run })))
  expect((await one.get(`/api/tools/${tool}/figures`)).status).toBe(404)
  await sql('update report set upheld = false, closed_at = now() where reporter_id = $1', [other.id])
  expect(await wrongResults()).toMatchObject([{ run: RUN }])
})

test('a stranger sees nothing of it, and the creator nothing of who reported', async () => {
  await report(person)
  const stranger = await fettle.aPerson()
  expect((await stranger.get('/api/admin/moderation')).status).toBe(403)
  expect((await fettle.visitor().get('/api/admin/moderation')).status).toBe(401)
  expect((await stranger.get('/api/notifications')).body).toMatchObject({ notifications: [] })
  const { notifications } = (await owner.get('/api/notifications')).body as { notifications: object[] }
  expect(notifications).toHaveLength(1)
  expect(JSON.stringify(notifications)).not.toContain(person.name)
})

test('a report without a result tells no creator', async () => {
  expect((await report(person, { run: undefined })).status).toBe(201)
  expect(await told()).toEqual([])
  expect(await sql('select run from report')).toEqual([{ run: null }])
})

test('of a built-in tool only the moderators hear', async () => {
  const [{ version }] = await sql(`select version from tool where slug = 'rot13'`)
  const run = { version, inputs: { text: 'a' }, outputs: { result: 'm' } }
  expect((await report(fettle.visitor(), { fxnId: 'rot13', run })).status).toBe(201)
  expect(await told()).toEqual([])
  expect(await sql('select run from report')).toEqual([{ run }])
})

test.each([
  [{ inputs: { a: 'x'.repeat(4000) } }, 'run.inputs', 'The inputs must be 4000 characters or less'],
  [{ outputs: { sum: 'x'.repeat(20_000) } }, 'run.outputs', 'The result must be 20000 characters or less'],
  [{ version: 2 }, 'run.version', 'The tool has no such version'],
  [{ inputs: { c: 1 } }, 'run.inputs.c', 'The tool has no such input'],
  [{ outputs: { difference: 0 } }, 'run.outputs.difference', 'The tool has no such output'],
  [{ inputs: { pin: '1' } }, 'run.inputs.pin', 'This may hold a secret, so it is not sent'],
  [{ outputs: { sum: 'password: swordfish' } }, 'run', 'This may hold a secret, so it is not sent'],
])('%# is refused with its field', async (more, field, message) => {
  const answer = await report(person, { run: { ...RUN, ...more } })
  expect([answer.status, answer.body.error]).toMatchObject([422, { details: [{ field, message }] }])
  expect([await sql('select from report'), await told()]).toEqual([[], []])
})

test('a result is for reports of what is wrong', async () => {
  const answer = await report(person, { reason: 'spam' })
  expect([answer.status, answer.body.error]).toMatchObject([422, { details: [{ field: 'run' }] }])
})

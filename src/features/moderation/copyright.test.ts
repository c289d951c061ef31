import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { afterWorkingDays } from '#src/features/copyright/working-days.ts'
import { aToolOf, aVoice } from '#src/features/reviews/reviews-fixture.ts'
import { createQueueMail } from '#src/server/mail/queue-mail.ts'
import type { ModerationCase, Statement } from './moderation.schema.ts'
import { restoreCountered } from './restore-countered.server.ts'

let fettle: TestApp
let moderator: Person
let colleague: Person
let owner: Person
let tool: string
let tools = 0
beforeAll(async () => {
  fettle = await startTestApp()
  moderator = await aRanked(fettle, { role: 'admin' })
  colleague = await aRanked(fettle, { role: 'admin' })
  owner = await aVoice(fettle)
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  for (const table of ['moderation_case', 'notification', 'mail']) await sql(`delete from ${table}`)
  tools += 1
  tool = await aToolOf(fettle, owner, `claimed-${tools}`)
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const codeOf = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => [
  status,
  (body.error as { code: string } | undefined)?.code,
]
const PATH = '/api/admin/moderation'
const CLAIM = {
  ...{ claimant: 'Grace Hopper', email: 'grace@example.com', work: 'My table of rates, at rates.example' },
  declared: true,
}
const COUNTER = { name: 'Ada Lovelace', contact: 'Ada Street 1', text: 'I wrote it myself.', declared: true }
const HIDE = { decision: 'hide', ground: 'copyright', reason: 'The table is theirs.' }
const claim = (more: object = {}) =>
  fettle.visitor().post('/api/reports/submit', { fxnId: tool, reason: 'copyright', claim: CLAIM, ...more })
async function theCase(kind: string, who: TestBrowser = moderator): Promise<ModerationCase> {
  const [only, ...more] = (await who.get(`${PATH}?kind=${kind}`)).body.cases as ModerationCase[]
  if (only === undefined || more.length > 0) throw new Error(`${more.length + 1} cases`)
  return only
}
const decide = (who: TestBrowser, { id, revision }: ModerationCase, judgement: object) =>
  who.post(`${PATH}/${id}/decide`, { revision, ...judgement })
const statementOf = async (id: string) => (await owner.get(`/api/statements/${id}`)).body.statement as Statement
const seen = async () => (await fettle.visitor().get(`/api/tools/${tool}`)).status
const mails = async () =>
  (await sql('select to_address, subject, text_body from mail order by created_at, id')).map(
    ({ to_address, subject }) => [to_address, subject],
  )
const audited = async () =>
  (await sql(`select actor_id, action from audit_entry where target = $1 order by seq`, [`tool ${tool}`])).map(
    ({ actor_id, action }) => [actor_id, action],
  )

/** A claim after which the tool was hidden; answers its case. */
async function hidden(): Promise<string> {
  expect((await claim()).status).toBe(201)
  const waiting = await theCase('report')
  expect((await decide(moderator, waiting, HIDE)).status).toBe(200)
  return waiting.id
}
async function countered(): Promise<string> {
  const id = await hidden()
  expect((await owner.post(`/api/statements/${id}/counter-claim`, COUNTER)).status).toBe(200)
  return id
}
/** As if the counter-claim had been made so many days earlier. */
const letDaysPass = (id: string, days: number) =>
  sql(`update copyright_dispute set restore_from = restore_from - make_interval(days => $2) where case_id = $1`, [
    id,
    days,
  ])

test('a claim is shown to moderators with its date, and to the creator without the address', async () => {
  await claim()
  const waiting = await theCase('report')
  expect(waiting.dispute).toEqual({
    claims: [{ claimant: CLAIM.claimant, email: CLAIM.email, work: CLAIM.work, receivedAt: expect.any(String) }],
    ...{ hiddenAt: null, counter: null, courtAt: null, restoredAt: null },
  })
  await decide(moderator, waiting, HIDE)
  expect(await seen()).toBe(404)
  const statement = await statementOf(waiting.id)
  expect(statement).toMatchObject({ ground: 'copyright', mayAppeal: true, mayCounter: true })
  expect(statement.dispute?.claims).toMatchObject([{ claimant: CLAIM.claimant, email: null, work: CLAIM.work }])
  expect(statement.dispute?.hiddenAt).toBe(
    (await sql('select to_json(hidden_at) as at from copyright_dispute where case_id = $1', [waiting.id]))[0].at,
  )
  expect(await mails()).toEqual([
    [CLAIM.email, 'Your copyright claim was decided'],
    [owner.email, 'A decision of our moderators'],
  ])
  expect(await audited()).toEqual([
    [null, 'copyright.claimed'],
    [moderator.id, 'moderation.hide'],
  ])
})

test.each([
  [{ reason: 'spam' }, 'claim', 'A claim is for reports of a copyright'],
  [{ claim: { ...CLAIM, declared: false } }, 'claim.declared', 'Please confirm this'],
  [{ claim: { ...CLAIM, work: ' ' } }, 'claim.work', 'Say which work it is, and where it can be seen'],
])('%j is refused', async (more, field, message) => {
  const answer = await claim(more)
  expect([answer.status, answer.body.error]).toMatchObject([422, { details: [{ field, message }] }])
  expect(await sql('select count(*)::int as count from report where tool_id = $1', [tool])).toEqual([{ count: 0 }])
})

test('a report of a copyright that is somebody else’s needs no claim, and allows no counter-claim', async () => {
  await claim({ claim: undefined })
  const waiting = await theCase('report')
  expect(waiting.dispute).toBeNull()
  await decide(moderator, waiting, HIDE)
  expect(await statementOf(waiting.id)).toMatchObject({ dispute: null, mayAppeal: true, mayCounter: false })
  expect(codeOf(await owner.post(`/api/statements/${waiting.id}/counter-claim`, COUNTER))).toEqual([
    409,
    'NO_COUNTER_CLAIM',
  ])
})

test('a counter-claim sets the days, is sent to who claimed, and brings the tool back between them', async () => {
  const id = await countered()
  const { dispute, mayCounter } = await statementOf(id)
  expect(mayCounter).toBe(false)
  const { receivedAt, restoreFrom, restoreBy } = dispute?.counter ?? { receivedAt: '', restoreFrom: '', restoreBy: '' }
  expect([restoreFrom, restoreBy].map((at) => Date.parse(at))).toEqual(
    [10, 14].map((days) => afterWorkingDays(new Date(receivedAt), days).getTime()),
  )
  const [sent] = await sql(`select to_address, text_body from mail where subject like 'A counter-claim%'`)
  expect(sent.to_address).toBe(CLAIM.email)
  expect(sent.text_body).toContain('What they say: I wrote it myself.')
  const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  expect(sent.text_body.replaceAll(/\s+/g, ' ')).toContain(
    `not before ${long.format(new Date(restoreFrom))} and not after ${long.format(new Date(restoreBy))}`,
  )
  expect(codeOf(await owner.post(`/api/statements/${id}/counter-claim`, COUNTER))).toEqual([409, 'NO_COUNTER_CLAIM'])

  const waiting = await theCase('counter', colleague)
  expect(waiting).toMatchObject({ subject: COUNTER.text, appealed: { kind: 'report', ground: 'copyright' } })
  expect(Date.parse(waiting.dueAt)).toBe(Date.parse(restoreBy))
  expect(codeOf(await decide(colleague, waiting, { decision: 'restore' }))).toEqual([409, 'TOO_EARLY'])
  expect(await seen()).toBe(404)
  await letDaysPass(id, 20)
  expect((await decide(colleague, waiting, { decision: 'restore' })).status).toBe(200)
  expect(await seen()).toBe(200)
  expect((await statementOf(id)).dispute?.restoredAt).not.toBeNull()
  // Whoever claimed was not wrong for it.
  expect(await sql('select upheld from report where case_id = $1', [id])).toEqual([{ upheld: true }])
  expect((await mails()).slice(-2)).toEqual([
    [CLAIM.email, 'The end of your copyright claim'],
    [owner.email, 'Your counter-claim was decided'],
  ])
  expect((await audited()).slice(-2)).toEqual([
    [owner.id, 'copyright.countered'],
    [colleague.id, 'moderation.restore'],
  ])
})

test('when the claimant goes to court the tool stays hidden, with the date', async () => {
  const id = await countered()
  const waiting = await theCase('counter', colleague)
  expect(
    (await decide(colleague, waiting, { decision: 'uphold', reason: 'Case 12 of the court of Bern.' })).status,
  ).toBe(200)
  expect(await seen()).toBe(404)
  expect((await statementOf(id)).dispute).toMatchObject({ courtAt: expect.any(String), restoredAt: null })
  const [told] = await sql(
    `select title from notification where user_id = $1 order by created_at desc, id desc limit 1`,
    [owner.id],
  )
  expect(told.title).toBe('Your tool stays hidden: the claimant went to court')
})

/** The chore as it runs at this time, and what it could not do. */
async function choreAt(now: number): Promise<unknown[]> {
  const failures: unknown[] = []
  const log = { error: (facts: unknown) => failures.push(facts) }
  const queueMail = createQueueMail({ publicUrl: 'http://localhost', signer: { sign: () => 'x', verify: () => 'x' } })
  const deps = { db: fettle.database.db, queueMail, log } as unknown as Parameters<typeof restoreCountered>[0]
  await restoreCountered(deps, new Date(now))
  return failures
}

test('what the claimant has gone to court for and is opened again comes back by no clock, and has its days anew', async () => {
  const id = await countered()
  const waiting = await theCase('counter', colleague)
  const kept = { decision: 'uphold', reason: 'Case 12 of the court of Bern.' }
  expect((await decide(colleague, waiting, kept)).status).toBe(200)
  // As if months had passed.
  await sql(`update moderation_case set due_at = due_at - interval '90 days' where id = $1`, [waiting.id])
  await sql(
    `update copyright_dispute set restore_from = restore_from - interval '90 days',
                                  restore_by = restore_by - interval '90 days' where case_id = $1`,
    [id],
  )
  const begun = new Date()
  expect((await colleague.post(`${PATH}/${waiting.id}/reopen`)).status).toBe(200)
  const again = await theCase('counter', colleague)
  const dueAt = Date.parse(again.dueAt)
  expect(dueAt).toBeGreaterThanOrEqual(afterWorkingDays(begun, 14).getTime())
  expect(dueAt).toBeLessThanOrEqual(afterWorkingDays(new Date(), 14).getTime())
  for (const now of [Date.now(), dueAt + 1000]) expect(await choreAt(now)).toEqual([])
  expect(await seen()).toBe(404)
  expect((await theCase('counter', colleague)).id).toBe(waiting.id)
  // Somebody still can.
  expect((await decide(colleague, again, { decision: 'restore' })).status).toBe(200)
  expect(await seen()).toBe(200)
})

test('what nobody decides comes back the day before the last one, and one that cannot stops no other', async () => {
  const id = await countered()
  const dueAt = Date.parse((await theCase('counter', colleague)).dueAt)
  expect(await choreAt(dueAt - 25 * 3_600_000)).toEqual([])
  expect(await seen()).toBe(404)
  // A case before it that no decision fits: it has lost what it was about.
  const poison = '00000000-0000-7000-8000-00000000dead'
  await sql('alter table moderation_case drop constraint moderation_case_appealed_check')
  await sql(
    `insert into moderation_case (id, kind, tool_id, subject, due_at)
     select $1, 'counter', id, 'x', now() - interval '1 day' from tool where slug = 'rot13'`,
    [poison],
  )
  const failures = await choreAt(dueAt - 23 * 3_600_000)
  expect(await seen()).toBe(200)
  expect(failures).toMatchObject([{ case: poison }])
  const [closed] = await sql(`select decision, decided_by from moderation_case where appealed_id = $1`, [id])
  expect(closed).toEqual({ decision: 'restore', decided_by: null })
  await sql('delete from moderation_case where id = $1', [poison])
  await sql(`alter table moderation_case add constraint moderation_case_appealed_check
               check ((kind in ('appeal', 'counter')) = (appealed_id is not null))`)
})

test('an appeal that is won ends the counter-claim, and the tool is back at once', async () => {
  const id = await countered()
  await owner.post(`/api/statements/${id}/appeal`, { text: 'It is a table of the state.' })
  const appeal = await theCase('appeal', colleague)
  expect((await decide(colleague, appeal, { decision: 'restore' })).status).toBe(200)
  expect(await seen()).toBe(200)
  expect((await colleague.get(`${PATH}?kind=counter`)).body.cases).toEqual([])
  expect((await statementOf(id)).dispute?.restoredAt).not.toBeNull()
})

test('a claim that came by mail has the day on which it came', async () => {
  const body = { tool: `/fxn/claimed-${tools}`, claimant: 'Grace', email: CLAIM.email, work: CLAIM.work }
  const entered = await moderator.post(`${PATH}/claims`, { ...body, receivedOn: '2026-01-05' })
  expect([entered.status, entered.body.reference]).toEqual([201, expect.stringMatching(/^R-\w{4}-\w{4}$/)])
  const { dispute, reports } = await theCase('report')
  expect(Date.parse(dispute?.claims[0]?.receivedAt ?? '')).toBe(Date.parse('2026-01-05T00:00:00Z'))
  expect(reports).toMatchObject([{ reason: 'copyright', reporter: null }])
  expect(await audited()).toEqual([[moderator.id, 'copyright.claimed']])
  const early = await moderator.post(`${PATH}/claims`, { ...body, receivedOn: '2999-01-05' })
  expect([early.status, early.body.error]).toMatchObject([422, { details: [{ field: 'receivedOn' }] }])
  expect(codeOf(await owner.post(`${PATH}/claims`, { ...body, receivedOn: '2026-01-05' }))).toEqual([403, 'FORBIDDEN'])
})

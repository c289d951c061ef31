import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { aCrowd, aToolOf } from '#src/features/reviews/reviews-fixture.ts'

let fettle: TestApp
let person: Person
beforeAll(async () => {
  // Visitors come from addresses of their own.
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true' } })
  person = await fettle.aPerson()
})
afterAll(() => fettle.stop())
beforeEach(() => sql('delete from moderation_case'))

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
let addresses = 0
const nextAddress = () => {
  addresses += 1
  return `203.0.113.${addresses}`
}
const report = (who: TestBrowser, more: object = {}, address = nextAddress()) =>
  who.post(
    '/api/reports/submit',
    { fxnId: 'rot13', reason: 'misleading', details: 'It shifts by 12.', ...more },
    { 'x-forwarded-for': address },
  )
const codeOf = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => [
  status,
  (body.error as { code: string } | undefined)?.code,
]

test('a report is given a reference and opens one question, which later ones join', async () => {
  const first = await report(person)
  expect([first.status, first.body]).toEqual([201, { reference: expect.stringMatching(/^R-\w{4}-\w{4}$/) }])
  const second = await report(fettle.visitor(), { reason: 'spam', details: undefined })
  expect(second.status).toBe(201)
  expect(
    await sql(`select report.reason, details, reporter_id, upheld, kind, subject like 'ROT13%' as names_tool,
                      case_id = first_value(case_id) over () as same, extract(hour from due_at - opened_at)::int
                        + extract(day from due_at - opened_at)::int * 24 as hours
                 from report join moderation_case c on c.id = case_id order by report.created_at`),
  ).toEqual([
    {
      ...{ reason: 'misleading', details: 'It shifts by 12.', reporter_id: person.id, upheld: null },
      ...{ kind: 'report', names_tool: true, same: true, hours: 72 },
    },
    {
      ...{ reason: 'spam', details: '', reporter_id: null, upheld: null },
      ...{ kind: 'report', names_tool: true, same: true, hours: 72 },
    },
  ])
})

test('the gravest report sets the time', async () => {
  await report(person)
  await report(fettle.visitor(), { reason: 'malware' })
  await report(fettle.visitor(), { reason: 'other' })
  const [row] = await sql(
    `select round(extract(epoch from due_at - opened_at) / 3600)::int as hours from moderation_case`,
  )
  expect(row).toEqual({ hours: 4 })
})

test('one open report for each person and address, whatever they say', async () => {
  expect((await report(person)).status).toBe(201)
  expect(codeOf(await report(person, { reason: 'spam' }))).toEqual([409, 'ALREADY_REPORTED'])
  expect((await report(fettle.visitor(), {}, '198.51.100.1')).status).toBe(201)
  expect(codeOf(await report(fettle.visitor(), {}, '198.51.100.1'))).toEqual([409, 'ALREADY_REPORTED'])
  expect((await report(person, { fxnId: 'base64' })).status).toBe(201)
  expect(await sql('select count(*)::int as count from report')).toEqual([{ count: 3 }])
})

test('who signs in or out at one address is the same, and two accounts there are two', async () => {
  const [one, other] = [await fettle.aPerson(), await fettle.aPerson()]
  const statusOf = async (who: TestBrowser, fxnId: string) => (await report(who, { fxnId }, '198.51.100.4')).status
  expect([await statusOf(one, 'rot13'), await statusOf(fettle.visitor(), 'rot13')]).toEqual([201, 409])
  expect(await statusOf(other, 'rot13')).toBe(201)
  expect([await statusOf(fettle.visitor(), 'base64'), await statusOf(one, 'base64')]).toEqual([201, 409])
})

test('no address is kept in a form that anybody can read', async () => {
  await report(fettle.visitor(), {}, '198.51.100.2')
  const [row] = await sql('select who from report')
  expect((row.who as Buffer).length).toBe(32)
  expect(row.who.toString('latin1')).not.toContain('198.51')
})

test.each([
  [{ reason: undefined }, 'reason', 'Please select a reason for reporting this tool'],
  [{ reason: 'dislike' }, 'reason', 'Please select a reason for reporting this tool'],
  [{ details: 'x'.repeat(2001) }, 'details', 'Details must be 2000 characters or less'],
])('%# is refused with its words', async (more, field, message) => {
  const answer = await report(person, more)
  expect([answer.status, answer.body.error]).toMatchObject([422, { details: [{ field, message }] }])
})

test('twenty reports by twenty accounts leave a tool where it is until somebody decides', async () => {
  const tools = ['brigaded', 'brigaded-first', 'brigaded-last']
  const owner = await fettle.aPerson()
  const ids = await Promise.all(tools.map((slug) => aToolOf(fettle, owner, slug)))
  await sql(
    `update tool set people_month = case slug when 'brigaded-first' then 300 when 'brigaded' then 200 else 100 end
      where id = any($1::uuid[])`,
    [ids],
  )
  const standing = async () => {
    const { fxns } = (await fettle.visitor().get('/api/discovery/search?category=converter&sort=popular')).body
    const { status } = await fettle.visitor().get('/api/tools/brigaded')
    const kept = await sql('select status, quality, upheld_reports from tool where id = $1', [ids[0]])
    return { status, kept, places: (fxns as { slug: string }[]).map(({ slug }) => slug).slice(0, 3) }
  }
  const before = await standing()
  expect([before.status, before.places]).toEqual([200, ['brigaded-first', 'brigaded', 'brigaded-last']])
  // The API lets few register at once: nineteen who never sign in, in the place of whom one account reports.
  const crowd = await aCrowd(fettle, 19)
  const stand = await fettle.aPerson()
  expect((await report(stand, { fxnId: 'brigaded', reason: 'malware' })).status).toBe(201)
  for (const id of crowd) {
    await sql('update report set reporter_id = $1, who = gen_random_uuid()::text::bytea where reporter_id = $2', [
      id,
      stand.id,
    ])
    expect((await report(stand, { fxnId: 'brigaded', reason: 'malware' })).status).toBe(201)
  }
  const [counted] = await sql('select count(distinct reporter_id)::int as people from report where tool_id = $1', [
    ids[0],
  ])
  expect(counted).toEqual({ people: 20 })
  expect(await standing()).toEqual(before)
})

test('nobody reports their own tool, nor one that is not there', async () => {
  const tool = await aToolOf(fettle, person, 'reported')
  expect(codeOf(await report(person, { fxnId: tool }))).toEqual([403, 'OWN_TOOL'])
  expect(codeOf(await report(person, { fxnId: 'no-such-tool' }))).toEqual([404, 'NOT_FOUND'])
})

test('a flood from one address is slowed down', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 22; n++) statuses.push((await report(fettle.visitor(), {}, '198.51.100.3')).status)
  expect(statuses.filter((status) => status === 409)).toHaveLength(19)
  expect(statuses.slice(20)).toEqual([429, 429])
})

test('whose reports keep coming to nothing is not heard for a while, and told so', async () => {
  const groundless = await fettle.aPerson()
  await sql(
    `with closed as (
       insert into moderation_case (id, kind, tool_id, subject, due_at, closed_at, decision)
       select gen_random_uuid(), 'report', tool.id, 'x', now(), now(), 'approve'
         from tool, generate_series(1, 5) where slug = 'rot13' returning id, tool_id)
     insert into report (id, reference, tool_id, case_id, reporter_id, reason, details, upheld, closed_at)
     select gen_random_uuid(), id, tool_id, id, $1, 'spam', '', false, '2100-01-01' from closed`,
    [groundless.id],
  )
  const refused = await report(groundless, { fxnId: 'base64' })
  expect([refused.status, refused.body.error]).toMatchObject([
    403,
    {
      code: 'REPORTS_PAUSED',
      message: 'Your last 5 reports were found to be groundless. You can report again from 2100-01-31 on.',
    },
  ])
  await sql('update report set upheld = true where reference = (select min(reference) from report)')
  expect((await report(groundless, { fxnId: 'base64' })).status).toBe(201)
})

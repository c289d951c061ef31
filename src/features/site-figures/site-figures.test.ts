import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { createSearchCounter } from './count-searches.server.ts'
import { listDays, listWrongBuiltIns } from './site-figures.queries.ts'
import { FIGURE_DAYS, type SiteFigures } from './site-figures.schema.ts'

const sandbox: Sandbox = { run: async () => ({ ok: true, outputs: {} }), stop: async () => undefined }

let fettle: TestApp
let admin: Person
beforeAll(async () => {
  fettle = await startTestApp({ sandbox })
  admin = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const PATH = '/api/admin/figures'

test('every day has its figures, also those without any, and nobody else reads them', async () => {
  const visitor = fettle.visitor()
  await visitor.get('/api/discovery/search?search=age')
  await visitor.get('/api/discovery/search?search=qqqqzzzz')
  // Neither a filter alone nor more of the same list is a search.
  await visitor.get('/api/discovery/search?category=finance')
  await visitor.get('/api/discovery/search?search=qqqqzzzz&page=2')
  const [tool] = await sql('select id from tool limit 1')
  for (const days of [0, 0, FIGURE_DAYS - 1, FIGURE_DAYS + 1])
    await sql(
      `insert into tool_run (id, tool_id, version, source, success, duration_ms, at)
       values (gen_random_uuid(), $1, 1, 'api', true, 1, now() - make_interval(days => $2))`,
      [tool.id, days],
    )
  await visitor.post('/api/reports/submit', { fxnId: tool.id, reason: 'spam' })
  await sql(`update moderation_case set opened_at = now() - interval '2 hours', due_at = now() - interval '1 hour'`)
  const { status, body } = await admin.get(PATH)
  const { days, queue, health } = body as unknown as SiteFigures
  expect([status, days.length, days.map(({ toolRuns }) => toolRuns)]).toEqual([
    200,
    FIGURE_DAYS,
    [1, ...Array(FIGURE_DAYS - 2).fill(0), 2],
  ])
  expect(days.at(-1)).toMatchObject({ signUps: 1, searches: 2, missedSearches: 1, reports: 1, upheldReports: 0 })
  expect([days[0]?.oldestHours, days.at(-1)?.oldestHours]).toEqual([null, expect.closeTo(2, 1)])
  expect(queue).toEqual({ open: 1, overdue: 1, oldestHours: expect.closeTo(2, 1), medianHours: null })
  expect(health.map(({ check, ok }) => [check, ok]).slice(0, 4)).toEqual([
    ['engine', true],
    ['sandbox', true],
    ['tools', true],
    ['outbox', true],
  ])
  expect((await (await fettle.aPerson()).get(PATH)).status).toBe(403)
  expect((await visitor.get(PATH)).status).toBe(401)
})

test('built-in tools whose first example did not come out are named, while they are there to be had', async () => {
  await sql(`insert into tool_check (tool_id, version, day, bad_days)
             select id, version, now(), case when slug = 'loan-payment' then 0 else 1 end from tool
              where slug in ('tip-calculator', 'rot13', 'loan-payment')`)
  const named = (...slugs: string[]) => listWrongBuiltIns(fettle.database.db, slugs)
  expect(await named('tip-calculator', 'rot13', 'loan-payment', 'json-formatter')).toEqual(['rot13', 'tip-calculator'])
  expect(await named('tip-calculator', 'loan-payment')).toEqual(['tip-calculator'])
  await sql(`update tool set status = 'hidden' where slug = 'rot13'`)
  expect(await named('tip-calculator', 'rot13')).toEqual(['tip-calculator'])
})

test('runs of workflows are counted by the day they began, also those that were deleted for their age; trials are not', async () => {
  const workflow = crypto.randomUUID()
  await sql(`insert into workflow (id, owner_id, name, draft, hook_secret) values ($1, $2, 'Counted', '{}', 'x')`, [
    workflow,
    admin.id,
  ])
  for (const days of [0, 1, 1, FIGURE_DAYS + 1])
    await sql(
      `insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind, finished_at, created_at)
       values (gen_random_uuid(), $1, $2, 1, 'succeeded', 'direct', 'manual', now(), now() - make_interval(days => $3))`,
      [workflow, admin.id, days],
    )
  await sql(
    `insert into execution_rollup (workflow_id, quarter, succeeded, failed, cancelled, durations)
     values ($1, quarter_of(now() - interval '1 day'), 3, 2, 1, '{}')`,
    [workflow],
  )
  await sql(
    `insert into execution (id, workflow_id, owner_id, graph, status, lane, trigger_kind, finished_at)
     values (gen_random_uuid(), $1, $2, '{}', 'succeeded', 'direct', 'manual', now())`,
    [workflow, admin.id],
  )
  // What an admin has looked at is shown to them for a minute.
  const days = await listDays(fettle.database.db)
  expect(days.map(({ workflowRuns }) => workflowRuns)).toEqual([...Array(FIGURE_DAYS - 2).fill(0), 8, 1])
})

test('searches are written down together, and added to what another process has counted', async () => {
  await sql('delete from search_day')
  let time = 0
  const counter = createSearchCounter(fettle.database.db, {
    onError: () => expect.fail('not written down'),
    now: () => time,
  })
  counter.count(true)
  counter.count(false)
  expect(await sql('select searches from search_day')).toEqual([])
  await counter.flush()
  time = 10_000
  counter.count(true)
  await expect
    .poll(() => sql('select searches::int, missed::int from search_day'))
    .toEqual([{ searches: 3, missed: 1 }])
})

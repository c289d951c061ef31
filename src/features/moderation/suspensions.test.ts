import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { aToolOf } from '#src/features/reviews/reviews-fixture.ts'
import type { Statement } from './moderation.schema.ts'
import { atTheQueue, auditedOf, codeOf } from './moderation-fixture.ts'

let fettle: TestApp
let first: Person
let second: Person
let third: Person
beforeAll(async () => {
  fettle = await startTestApp({
    sandbox: { run: async () => ({ ok: true, outputs: { two: 2 } }), stop: async () => undefined },
  })
  first = await aRanked(fettle, { role: 'admin' })
  second = await aRanked(fettle, { role: 'admin' })
  third = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())

const REASON = 'Its tools collected passwords.'
const suspend = async (id: string) => {
  for (const admin of [first, second]) await admin.post(`/api/admin/people/${id}/suspend`, { reason: REASON })
}
/** The address in the last mail to somebody, as a path of the API. */
async function linkTo({ email }: Person): Promise<string> {
  const { rows } = await fettle.database.pool.query(
    'select text_body from mail where to_address = $1 order by id desc limit 1',
    [email],
  )
  const [, path] = /(\/statements\/link\/[\w.-]+)/.exec(String(rows[0]?.text_body)) ?? []
  return `/api${path}`
}
const statementAt = async (browser: TestBrowser, link: string) => (await browser.get(link)).body.statement as Statement
const seen = async (id: string) => (await fettle.visitor().get(`/api/tools/${id}`)).status

test('whoever is suspended reads why without signing in and appeals; another admin gives back what the suspension took', async () => {
  const person = await fettle.aPerson()
  const tool = await aToolOf(fettle, person, 'suspended-tool')
  const hidden = await aToolOf(fettle, person, 'hidden-before')
  const queue = atTheQueue(first)
  const looked = await queue.lookAt('hidden-before')
  await queue.decide(looked, { decision: 'hide', ground: 'spam', reason: 'It sells watches.' })
  await suspend(person.id)
  expect([await seen(tool), (await person.get('/api/user')).status]).toEqual([404, 401])

  const visitor = fettle.visitor()
  const link = await linkTo(person)
  expect(await statementAt(visitor, link)).toMatchObject({
    ...{ kind: 'suspension', decision: 'suspend', reason: REASON, tool: null },
    ...{ mayAppeal: true, mayCounter: false, appeal: null },
  })
  const answer = await visitor.post(`${link}/appeal`, { text: 'A colleague of mine did it.' })
  expect([answer.status, (answer.body.statement as Statement).appeal]).toMatchObject([
    200,
    { text: 'A colleague of mine did it.', outcome: null },
  ])
  expect(codeOf(await visitor.post(`${link}/appeal`, { text: 'Again.' }))).toEqual([409, 'NO_APPEAL'])

  const appeal = await queue.theCase('appeal')
  expect(appeal).toMatchObject({
    ...{ tool: null, person: { id: person.id }, subject: 'A colleague of mine did it.' },
    appealed: { kind: 'suspension', decision: 'suspend', reason: REASON },
  })
  // Neither who agreed to the suspension decides about it, nor who proposed it.
  for (const admin of [second, first])
    expect(codeOf(await atTheQueue(admin).decide(appeal, { decision: 'restore' }))).toEqual([
      403,
      'ANOTHER_EYE_REQUIRED',
    ])
  expect((await atTheQueue(third).decide(appeal, { decision: 'restore', reason: 'So it was.' })).status).toBe(200)
  expect([await seen(tool), await seen(hidden)]).toEqual([200, 404])
  expect(await statementAt(visitor, link)).toMatchObject({
    mayAppeal: false,
    appeal: { outcome: { decision: 'restore', reason: 'So it was.' } },
  })
  expect((await auditedOf(fettle, `user ${person.id}`)).slice(-2)).toEqual([
    [person.id, 'moderation.appealed'],
    [third.id, 'moderation.restore'],
  ])
  // Who is suspended is decided in People alone.
  expect(codeOf(await atTheQueue(third).reopen(appeal))).toEqual([409, 'OF_AN_ACCOUNT'])
})

test('an appeal that is lost leaves everything as it is, and its outcome can be read without signing in', async () => {
  const person = await fettle.aPerson()
  const tool = await aToolOf(fettle, person, 'stays-away')
  await suspend(person.id)
  await fettle.visitor().post(`${await linkTo(person)}/appeal`, { text: 'It was not me.' })
  const queue = atTheQueue(third)
  await queue.decide(await queue.theCase('appeal'), { decision: 'uphold', reason: 'It was.' })
  expect(await seen(tool)).toBe(404)
  // The mail about the outcome has a link of its own.
  expect(await statementAt(fettle.visitor(), await linkTo(person))).toMatchObject({
    mayAppeal: false,
    appeal: { outcome: { decision: 'uphold', reason: 'It was.' } },
  })
})

test('a suspension that is lifted in People answers the appeal that waits, and a link of others opens nothing', async () => {
  const person = await fettle.aPerson()
  await suspend(person.id)
  const link = await linkTo(person)
  await fettle.visitor().post(`${link}/appeal`, { text: 'It was not me.' })
  expect((await third.post(`/api/admin/people/${person.id}/lift`, { reason: 'A mistake' })).status).toBe(200)
  expect(await atTheQueue(first).listed('?kind=appeal')).toEqual([])
  expect(await statementAt(fettle.visitor(), link)).toMatchObject({
    mayAppeal: false,
    appeal: { outcome: { decision: 'restore' } },
  })
  expect((await fettle.visitor().get(`${link}x`)).status).toBe(404)
  expect((await fettle.visitor().get('/api/statements/link/nothing')).status).toBe(404)
})

test('only a super admin opens the account of a super admin again', async () => {
  const boss = await aRanked(fettle, { role: 'super_admin' })
  const other = await aRanked(fettle, { role: 'super_admin' })
  await other.post(`/api/admin/people/${boss.id}/suspend`, { reason: REASON })
  const colleague = await aRanked(fettle, { role: 'super_admin' })
  await colleague.post(`/api/admin/people/${boss.id}/suspend`, { reason: REASON })
  await fettle.visitor().post(`${await linkTo(boss)}/appeal`, { text: 'It was not me.' })
  const appeal = await atTheQueue(first).theCase('appeal')
  expect(codeOf(await atTheQueue(first).decide(appeal, { decision: 'restore' }))).toEqual([403, 'FORBIDDEN'])
  expect((await atTheQueue(other).decide(appeal, { decision: 'restore' })).status).toBe(200)
})

/** A published workflow that gives what the tool gives. */
async function aWorkflowWith(person: Person, tool: string) {
  const graph = {
    nodes: [
      { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: { respond: 'last' } },
      { id: 'b', key: 'double', type: 'tool', name: 'Double', config: { tool } },
    ],
    edges: [{ from: 'a', to: 'b' }],
  }
  const { workflow } = (await person.post('/api/workflows', { name: 'Double', graph })).body as {
    workflow: { id: string; hookPath: string }
  }
  expect((await person.post(`/api/workflows/${workflow.id}/publish`, {})).status).toBe(200)
  return async () => (await fettle.visitor().post(workflow.hookPath, {})).status
}

test('whoever paid keeps what a suspended creator sold them, in workflows too, until moderators decide about the tool itself', async () => {
  const [creator, buyer] = [await fettle.aPerson(), await fettle.aPerson()]
  const sold = await aTool(fettle, creator, { cents: 999 })
  const free = await aTool(fettle, creator, {})
  await fettle.database.pool.query(
    `insert into sale (id, buyer_id, tool_id, creator_id, amount, creator_share, livemode, provider, status, paid_at)
     values (gen_random_uuid(), $1, $2, $3, 999, 700, false, 'embedded', 'paid', now())`,
    [buyer.id, sold, creator.id],
  )
  const [withSold, withFree] = [await aWorkflowWith(buyer, sold), await aWorkflowWith(buyer, free)]
  const opened = async () => [
    (await buyer.get(`/api/tools/${sold}`)).status,
    (await buyer.post(`/api/tools/${sold}/run`, {})).status,
    await withSold(),
  ]
  expect([await opened(), await withFree()]).toEqual([[200, 200, 200], 200])

  const effect = `/api/admin/people/${creator.id}/suspension-effect`
  expect((await first.get(effect)).body).toEqual({ tools: 2, buyers: 1, workflows: 1 })
  expect([(await buyer.get(effect)).status, (await fettle.visitor().get(effect)).status]).toEqual([403, 401])
  await suspend(creator.id)
  const { rows } = await fettle.database.pool.query(
    `select text_body from mail where user_id = $1 and subject = 'Your Fettle account was suspended'`,
    [creator.id],
  )
  expect(String(rows[0]?.text_body).replaceAll(/\s+/g, ' ')).toContain('Whoever bought one of them keeps it.')

  // What was looked up a moment ago is kept for a second.
  await expect.poll(() => seen(sold), { timeout: 10_000 }).toBe(404)
  await expect.poll(withFree, { timeout: 10_000 }).not.toBe(200)
  expect(await opened()).toEqual([200, 200, 200])
  expect((await second.get(`/api/tools/${sold}`)).status).toBe(404)
  const { purchases } = (await buyer.get('/api/purchases')).body as { purchases: [{ tool: { status: string } }] }
  expect(purchases[0].tool.status).toBe('removed')

  const queue = atTheQueue(third)
  await queue.decide(await queue.lookAt(sold), {
    decision: 'hide',
    ground: 'malware',
    reason: 'It asks for passwords.',
  })
  expect((await buyer.get(`/api/tools/${sold}`)).status).toBe(404)
  await expect.poll(withSold, { timeout: 10_000 }).not.toBe(200)
})

test('whoever only might use it loses what is suspended, its buyers keep older versions too, and it is sold again afterwards', async () => {
  const { pool } = fettle.database
  const [creator, buyer, subscriber, friend, visitor] = await Promise.all(
    Array.from({ length: 5 }, () => fettle.aPerson()),
  )
  if (!creator || !buyer || !subscriber || !friend || !visitor) throw new Error('five people')
  const sold = await aTool(fettle, creator, { cents: 999 })
  const ofPro = await aTool(fettle, creator, { tier: 'pro' })
  await pool.query(
    `insert into sale (id, buyer_id, tool_id, creator_id, amount, creator_share, livemode, provider, status, paid_at)
     values (gen_random_uuid(), $1, $2, $3, 999, 700, false, 'embedded', 'paid', now())`,
    [buyer.id, sold, creator.id],
  )
  await pool.query(`update "user" set pro_until = now() + interval '1 day' where id = $1`, [subscriber.id])
  await pool.query(
    `insert into tool_licence (id, tool_id, issuer_id, given_to, holder_id)
     values (gen_random_uuid(), $1, $2, $3, $4)`,
    [sold, creator.id, friend.email, friend.id],
  )
  await pool.query(
    `insert into tool_version (tool_id, version, input_schema, output_schema, code)
     select tool_id, 2, input_schema, output_schema, code from tool_version where tool_id = $1`,
    [sold],
  )
  await pool.query('update tool set version = 2 where id = $1', [sold])
  const runs = async () => [
    (await subscriber.post(`/api/tools/${ofPro}/run`, {})).status,
    (await friend.post(`/api/tools/${sold}/run`, {})).status,
    (await buyer.post(`/api/tools/${sold}/run?version=1`, {})).status,
    (await buyer.post(`/api/tools/${sold}/run`, {})).status,
  ]
  const sells = async () => (await visitor.post('/api/marketplace/purchase', { fxnId: sold })).status
  expect(await runs()).toEqual([200, 200, 200, 200])
  await suspend(creator.id)
  // What was looked up a moment ago is kept for a second.
  await expect.poll(runs, { timeout: 10_000 }).toEqual([404, 404, 200, 200])
  expect(await sells()).toBe(404)

  expect((await third.post(`/api/admin/people/${creator.id}/lift`, { reason: 'A mistake' })).status).toBe(200)
  await expect.poll(runs, { timeout: 10_000 }).toEqual([200, 200, 200, 200])
  expect(await sells()).toBe(200)
})

test('what waits for a first look is kept from buyers too while its creator is suspended', async () => {
  const { pool } = fettle.database
  const [creator, buyer] = [await fettle.aPerson(), await fettle.aPerson()]
  const sold = await aTool(fettle, creator, { cents: 999 })
  await pool.query(
    `insert into sale (id, buyer_id, tool_id, creator_id, amount, creator_share, livemode, provider, status, paid_at)
     values (gen_random_uuid(), $1, $2, $3, 999, 700, false, 'embedded', 'paid', now())`,
    [buyer.id, sold, creator.id],
  )
  const { id: caseId } = await atTheQueue(third).lookAt(sold)
  await suspend(creator.id)
  const opened = async () => (await buyer.get(`/api/tools/${sold}`)).status
  expect(await opened()).toBe(200)
  await pool.query(`insert into tool_hold (tool_id, cause, case_id) values ($1, 'first-look', $2)`, [sold, caseId])
  expect(await opened()).toBe(404)
})

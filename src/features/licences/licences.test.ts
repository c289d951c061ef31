import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { LICENCES_A_DAY, MOST_LICENCES } from './licences.schema.ts'

let fettle: TestApp
let ada: Person
/** Has a tool for $9.99. */
let bob: Person
let tool: string
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  ;[ada, bob] = [await fettle.aPerson(), await fettle.aPerson()]
  await confirm(ada)
  tool = await aTool(fettle, bob, { cents: 999 })
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const confirm = ({ id }: Person) => sql('update "user" set email_verified_at = now() where id = $1', [id])
const give = (person: string, toolId = tool) => bob.post('/api/licences', { toolId, person })
const access = async (person: Person, id = tool) => (await person.get(`/api/marketplace/check-access/${id}`)).body
const run = (person: Person) => person.post(`/api/tools/${tool}/run`, {})
const held = async (person: Person) => (await person.get('/api/licences/held')).body.licences
const idOf = ({ body }: { body: Record<string, unknown> }) => (body.licence as { id: string }).id

test('whoever is given a licence uses the tool until it is taken back; the books hear nothing of it', async () => {
  expect((await run(ada)).status).toBe(402)
  const given = await give(` ${ada.email.toUpperCase()} `)
  expect(given.status).toBe(201)
  expect(given.body).toMatchObject({ licence: { givenTo: ada.email, tool: { title: 'Doubler' }, endedAt: null } })
  expect(await access(ada)).toMatchObject({ hasAccess: true, reason: 'licensed' })
  expect((await run(ada)).status).not.toBe(402)
  expect(await held(ada)).toMatchObject([{ tool: { id: tool, isOffered: true } }])
  expect((await ada.post('/api/marketplace/purchase', { fxnId: tool })).body).toMatchObject({ amount: 999 })
  expect(await sql('select kind, title from notification where user_id = $1', [ada.id])).toEqual([
    { kind: 'licence.given', title: 'You can use “Doubler” for nothing' },
  ])
  expect(await sql("select subject from mail where user_id = $1 and category = 'community'", [ada.id])).toEqual([
    { subject: 'A creator lets you use a tool for nothing' },
  ])

  const ended = await bob.post(`/api/licences/${idOf(given)}/end`, {})
  expect(ended.body).toMatchObject({ licence: { endedAt: expect.any(String) } })
  expect((await run(ada)).status).toBe(402)
  expect(await held(ada)).toEqual([])
  expect(await bob.post(`/api/licences/${idOf(given)}/end`, {})).toMatchObject({ status: 200, body: ended.body })
  expect(
    await sql("select count(*) from notification where kind = 'licence.ended' and user_id = $1", [ada.id]),
  ).toEqual([{ count: 1 }])
  expect(await sql('select count(*) from journal')).toEqual([{ count: 0 }])
})

test('a licence gives no copy of the tool, as that could not be taken back', async () => {
  await give(ada.email)
  const clone = () => ada.post(`/api/tools/${tool}/clone`, {})
  expect((await clone()).body).toMatchObject({ error: { code: 'PURCHASE_REQUIRED' } })
  await sql('update tool set price_cents = 0 where id = $1', [tool])
  expect((await clone()).status).toBe(201)
})

test('who has no account gets the licence with the confirmed address, and its creator is not told who has one', async () => {
  const email = `${uuidv7()}@example.com`
  const [unknown, known] = [await give(email), await give(ada.email)]
  expect(Object.keys(unknown.body.licence as object)).toEqual(Object.keys(known.body.licence as object))
  expect(await sql('select subject, user_id from mail where to_address = $1', [email])).toEqual([
    { subject: 'A creator lets you use a tool for nothing', user_id: null },
  ])
  const carol = await fettle.aPerson()
  await sql('update "user" set email = $1, email_verified_at = null where id = $2', [email, carol.id])
  expect(await access(carol)).toMatchObject({ hasAccess: false })
  await confirm(carol)
  expect(await access(carol)).toMatchObject({ hasAccess: true, reason: 'licensed' })
})

test('a handle names a creator, and nobody who has none', async () => {
  await aTool(fettle, ada, {})
  const [{ handle }] = (await sql('select handle from creator where user_id = $1', [ada.id])) as [{ handle: string }]
  expect((await give(`@${handle}`)).status).toBe(201)
  expect(await access(ada)).toMatchObject({ reason: 'licensed' })
  // The same person by another name is another licence: an answer that differs would tell whose address it is.
  expect((await give(ada.email)).status).toBe(201)
  expect(await held(ada)).toHaveLength(1)
  expect((await give('@nobody-at-all')).body).toMatchObject({
    error: { details: [{ field: 'person', message: 'No creator has this handle' }] },
  })
})

test('a licence opens a Pro tool, and only the tool that it is for', async () => {
  const [pro, other] = [await aTool(fettle, bob, { tier: 'pro' }), await aTool(fettle, bob, { cents: 999 })]
  await give(ada.email, pro)
  expect(await access(ada, pro)).toMatchObject({ reason: 'licensed' })
  expect((await ada.post('/api/marketplace/purchase', { fxnId: pro })).body).toMatchObject({
    error: { code: 'NOT_FOR_SALE' },
  })
  expect(await access(ada, other)).toMatchObject({ reason: 'PURCHASE_REQUIRED' })
})

test('what cannot be given', async () => {
  const [free, adas] = [await aTool(fettle, bob, {}), await aTool(fettle, ada, { cents: 999 })]
  for (const id of [free, adas, uuidv7()])
    expect((await give(ada.email, id)).body).toMatchObject({ error: { details: [{ field: 'toolId' }] } })
  expect((await give(bob.email)).body).toMatchObject({
    error: { code: 'OWN_TOOL', message: 'You need no licence for a tool of yours' },
  })
  for (const person of ['', 'ada', '@', '@Ada Lovelace', 'a@b']) expect((await give(person)).status).toBe(422)
  await give(ada.email)
  expect((await give(ada.email)).body).toMatchObject({ error: { code: 'ALREADY_GIVEN' } })
})

test('no more stand than the limit, and one that was taken back makes room', async () => {
  await sql(
    `insert into tool_licence (id, tool_id, issuer_id, given_to, created_at)
     select gen_random_uuid(), $1, $2, 'p' || n || '@example.com', now() - interval '2 days' from generate_series(1, $3) n`,
    [tool, bob.id, MOST_LICENCES - 1],
  )
  const last = await give(ada.email)
  expect(last.status).toBe(201)
  expect((await give('one-more@example.com')).body).toMatchObject({ error: { code: 'TOO_MANY_LICENCES' } })
  expect((await bob.get('/api/licences')).body).toMatchObject({ standing: MOST_LICENCES, most: MOST_LICENCES })
  await bob.post(`/api/licences/${idOf(last)}/end`, {})
  expect((await give('one-more@example.com')).status).toBe(201)
})

test('a licence is its creator’s to take back', async () => {
  const given = await give(ada.email)
  expect((await ada.post(`/api/licences/${idOf(given)}/end`, {})).status).toBe(404)
  expect((await fettle.visitor().get('/api/licences')).status).toBe(401)
  expect((await ada.get('/api/licences')).body).toMatchObject({ licences: [], standing: 0 })
})

const mailsTo = (address: string) =>
  sql('select count(*) from mail where to_address = $1', [address]).then(([row]) => Number(row.count))

test('giving, taking back and giving again writes to nobody a second time', async () => {
  const email = `${uuidv7()}@example.com`
  for (let round = 0; round < 3; round += 1) {
    const given = await give(email)
    expect(given.status).toBe(201)
    await bob.post(`/api/licences/${idOf(given)}/end`, {})
  }
  expect(await mailsTo(email)).toBe(1)
  await sql(`update tool_licence set mailed_at = mailed_at - interval '31 days' where given_to = $1`, [email])
  await give(email)
  expect(await mailsTo(email)).toBe(2)
})

test.each([
  { earlier: 2, mails: 1 },
  { earlier: 3, mails: 0 },
])('after $earlier mails of others within a day one more creator causes $mails', async ({ earlier, mails }) => {
  const email = `${uuidv7()}@example.com`
  await sql(
    `insert into tool_licence (id, tool_id, issuer_id, given_to, mailed_at, ended_at)
     select gen_random_uuid(), $1, $2, $3, now(), now() from generate_series(1, $4)`,
    [tool, ada.id, email, earlier],
  )
  expect((await give(email)).status).toBe(201)
  expect(await mailsTo(email)).toBe(mails)
})

test('no more are given within a day than the limit, also when they are taken back', async () => {
  await sql(
    `insert into tool_licence (id, tool_id, issuer_id, given_to, ended_at)
     select gen_random_uuid(), $1, $2, 'p' || n || '@example.com', now() from generate_series(1, $3) n`,
    [tool, bob.id, LICENCES_A_DAY],
  )
  expect((await give(ada.email)).body).toMatchObject({
    error: { code: 'TOO_MANY_LICENCES', message: expect.stringContaining('within a day') },
  })
})

test('a creator does not see who has left: an address waits again, and only a handle ends', async () => {
  await aTool(fettle, ada, {})
  const [{ handle }] = (await sql('select handle from creator where user_id = $1', [ada.id])) as [{ handle: string }]
  await give(ada.email)
  await give(`@${handle}`)
  const list = async () => (await bob.get('/api/licences')).body.licences
  await sql('update tool_licence set holder_id = null where holder_id = $1', [ada.id])
  expect(await list()).toMatchObject([
    { givenTo: ada.email, endedAt: null },
    { givenTo: `@${handle}`, endedAt: expect.any(String) },
  ])
  expect(await access(ada)).toMatchObject({ hasAccess: false })
})

test('a licence and the confirmation of its address wait for each other', async () => {
  const { email, id } = ada
  await sql('update "user" set email_verified_at = null where id = $1', [id])
  const confirming = await fettle.database.pool.connect()
  try {
    await confirming.query('begin')
    await confirming.query('update "user" set email_verified_at = now() where id = $1', [id])
    const giving = give(email)
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await vi.waitUntil(async () => (await sql(waiting)).length === 1, 20_000)
    await confirming.query('commit')
    expect((await giving).status).toBe(201)
  } finally {
    confirming.release()
  }
  expect(await access(ada)).toMatchObject({ hasAccess: true, reason: 'licensed' })
})

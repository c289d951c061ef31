import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { deleteDueAccounts } from './delete-due-accounts.server.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const sweep = () =>
  deleteDueAccounts({
    db: fettle.database.db,
    queueMail: fettle.parts.queueMail,
    forgetRuns: (ids) => fettle.parts.engine.forget(ids),
  })
const makeDue = (person: Person) =>
  fettle.database.pool.query('update "user" set deletion_due_at = now() where id = $1', [person.id])
const signIn = async ({ email, password }: Person) => {
  const browser = fettle.visitor()
  return { browser, answer: await browser.post('/api/login', { email, password }) }
}
const hookOf = async (person: Person): Promise<string> => {
  const { workflows } = (await person.get('/api/workflows')).body as unknown as { workflows: [{ id: string }] }
  const { body } = await person.get(`/api/workflows/${workflows[0].id}`)
  return (body as { workflow: { hookPath: string } }).workflow.hookPath
}
const callHook = async (url: string) =>
  (await fettle.app.inject({ method: 'POST', url, payload: { bill: 84.5, people: 3 } })).statusCode

test('asking for deletion signs out everywhere and stops keys and webhooks; keeping the account brings all back', async () => {
  const person = await fettle.aPerson()
  const hook = await hookOf(person)
  const { token } = (await person.post('/api/keys', { name: 'CI', scopes: ['read'] })).body
  const byKey = async () =>
    (await fettle.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${String(token)}` } })).statusCode
  expect([await callHook(hook), await byKey()]).toEqual([200, 200])

  const elsewhere = await signIn(person)
  const asked = await person.post('/api/account/deletion')
  expect(asked.status).toBe(202)
  expect((await elsewhere.browser.get('/api/user')).status).toBe(401)
  const days = (Date.parse(String(asked.body.dueAt)) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(14)
  expect([(await person.get('/api/user')).status, await callHook(hook), await byKey()]).toEqual([401, 404, 401])

  const { browser, answer } = await signIn(person)
  expect(answer.status).toBe(200)
  expect((await browser.get('/api/account/deletion')).body).toEqual({ dueAt: asked.body.dueAt })
  expect((await browser.send('DELETE', '/api/account/deletion')).body).toEqual({ dueAt: null })
  expect([await callHook(hook), await byKey()]).toEqual([200, 200])
  await makeDue(await fettle.aPerson())
  await sweep()
  expect((await browser.get('/api/user')).status).toBe(200)
})

test('asking again does not win time', async () => {
  const person = await fettle.aPerson()
  const { body } = await person.post('/api/account/deletion')
  await fettle.database.pool.query(
    `update "user" set deletion_due_at = deletion_due_at - interval '5 days' where id = $1`,
    [person.id],
  )
  const { browser } = await signIn(person)
  const again = await browser.post('/api/account/deletion')
  expect(Date.parse(String(body.dueAt)) - Date.parse(String(again.body.dueAt))).toBe(5 * 86_400_000)
})

test('an account is not deleted before its time', async () => {
  const person = await fettle.aPerson()
  await person.post('/api/account/deletion')
  await sweep()
  expect((await signIn(person)).answer.status).toBe(200)
})

/** Every table that still holds this text in any column, as somebody with a dump would find it. */
async function tablesHolding(text: string): Promise<string[]> {
  const { pool } = fettle.database
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'dbos') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const hit = await pool.query(`select 1 from ${name} as row where row::text like $1 limit 1`, [`%${text}%`])
    if (hit.rowCount === 1) found.push(name)
  }
  return found
}

test('when its time has come, nothing in the database leads to the person', async () => {
  const person = await fettle.aPerson()
  const hook = await hookOf(person)
  await callHook(hook)
  await person.post('/api/workflows', { name: `of ${person.email}` }, { 'idempotency-key': 'mine' })
  await person.post('/api/keys', { name: 'CI', scopes: ['read'] })
  expect((await tablesHolding(person.email)).length).toBeGreaterThan(2)
  await person.post('/api/account/deletion')
  await makeDue(person)
  await sweep()
  expect((await signIn(person)).answer.status).toBe(401)
  // The last mail waits to be sent, and is forgotten with the other mails.
  expect(await tablesHolding(person.email)).toEqual(['public.mail'])
  // What stays is an id that leads nowhere: the security log's, and that of entries about the account.
  expect(await tablesHolding(person.id)).toEqual(['public.audit_entry'])
  const { rows } = await fettle.database.pool.query(`select subject from mail where to_address = $1`, [person.email])
  expect(rows).toEqual([{ subject: 'Your account is deleted' }])
})

test('an account that cannot be deleted keeps no other one', async () => {
  const [stuck, next] = [await fettle.aPerson(), await fettle.aPerson()]
  const { pool } = fettle.database
  await pool.query('create table holding (user_id uuid references "user" (id))')
  await pool.query('insert into holding values ($1)', [stuck.id])
  await makeDue(stuck)
  await makeDue(next)
  await expect(sweep()).rejects.toThrow('1 accounts could not be deleted')
  const { rows } = await pool.query('select id from "user" where id = any($1)', [[stuck.id, next.id]])
  expect(rows).toEqual([{ id: stuck.id }])
  await pool.query('drop table holding')
  await sweep()
})

test('who keeps the account at the last moment keeps its runs, too', async () => {
  const person = await fettle.aPerson()
  await callHook(await hookOf(person))
  await makeDue(person)
  const forgotten: string[] = []
  const client = await fettle.database.pool.connect()
  await client.query('begin')
  await client.query('update "user" set deletion_due_at = null where id = $1', [person.id])
  await deleteDueAccounts({
    db: fettle.database.db,
    queueMail: fettle.parts.queueMail,
    forgetRuns: async (ids) => void forgotten.push(...ids),
  })
  await client.query('commit')
  client.release()
  expect(forgotten).toEqual([])
  expect((await person.get('/api/user')).status).toBe(200)
})

test('tools of a deleted account are withdrawn, and their versions stay for those who use them', async () => {
  const person = await fettle.aPerson()
  const { pool } = fettle.database
  await pool.query(`update tool set owner_id = $1 where slug = 'tip-calculator'`, [person.id])
  await person.post('/api/account/deletion')
  await makeDue(person)
  await sweep()
  const { rows } = await pool.query(
    `select status, owner_id, (select count(*) from tool_version where tool_id = tool.id) as versions
       from tool where slug = 'tip-calculator'`,
  )
  expect(rows).toEqual([{ status: 'deleted', owner_id: null, versions: 1 }])
})

test('the last super admin cannot leave, one of two can', async () => {
  const [one, two] = [await fettle.aPerson(), await fettle.aPerson()]
  const { pool } = fettle.database
  const both = [one.id, two.id]
  await pool.query(`update "user" set role = 'super_admin' where id = any($1)`, [both])
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select from "user" where id = any($1) for update', [both])
  const leaving = Promise.all([one.post('/api/account/deletion'), two.post('/api/account/deletion')])
  // Neither has decided when the other one comes.
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        `select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0].waiting
    })
    .toBe(2)
  await client.query('commit')
  client.release()
  const answers = await leaving
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
})

test('the sweep leaves no installation without a super admin, and says so once', async () => {
  const { pool } = fettle.database
  await pool.query(`update "user" set role = 'user'`)
  const [one, two] = [await fettle.aPerson(), await fettle.aPerson()]
  const both = [one.id, two.id]
  await pool.query(`update "user" set role = 'super_admin' where id = any($1)`, [both])
  await makeDue(one)
  await makeDue(two)
  await sweep()
  await sweep()
  const { rows: kept } = await pool.query(
    `select id, deletion_due_at > now() + interval '13 days' as rests from "user" where id = any($1) order by id`,
    [both],
  )
  expect(kept).toEqual(both.map((id) => ({ id, rests: true })))
  const { rows: told } = await pool.query(
    `select subject from mail where to_address = $1 and subject like '%super admin'`,
    [one.email],
  )
  expect(told).toEqual([{ subject: 'Your account is not deleted yet: you are the last super admin' }])
  const { rows: noted } = await pool.query(
    `select details::json ->> 'reason' as reason from audit_entry
      where target = $1 and action = 'account.deletion-put-off'`,
    [`user ${one.id}`],
  )
  expect(noted).toEqual([{ reason: 'This is the last super admin' }])

  // Once somebody stays, the other one goes.
  await pool.query('update "user" set deletion_due_at = null where id = $1', [two.id])
  await makeDue(one)
  await sweep()
  const { rows: left } = await pool.query('select id from "user" where id = any($1)', [both])
  expect(left).toEqual([{ id: two.id }])
})

test('deleting needs a fresh sign-in', async () => {
  const person = await fettle.aPerson()
  await fettle.database.pool.query(
    `update session set authenticated_at = now() - interval '11 minutes' where user_id = $1`,
    [person.id],
  )
  expect((await person.post('/api/account/deletion')).body.error).toMatchObject({ code: 'FRESH_SIGN_IN_REQUIRED' })
})

describe('a creator who has money here', () => {
  const day = (days: number) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.now() + days * 86_400_000)
  async function sells(creator: Person): Promise<void> {
    const fxnId = await aTool(fettle, creator, { cents: 999 })
    const buyer = await fettle.aPerson()
    const { body } = await buyer.post('/api/marketplace/purchase', { fxnId })
    await buyer.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA })
    await buyer.get(`/api/purchases/${body.orderId}`)
  }
  const subjects = async ({ email }: Person) =>
    (await fettle.database.pool.query('select subject from mail where to_address = $1 order by id', [email])).rows.map(
      ({ subject }) => String(subject),
    )

  test('is not let go unpaid, is told when it can be paid, and may give it up', async () => {
    const creator = await fettle.aPerson()
    await sells(creator)
    const refused = await creator.post('/api/account/deletion')
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        error: expect.objectContaining({
          code: 'BALANCE_LEFT',
          amount: 700,
          message: expect.stringContaining(`$7.00 can be paid out from ${day(7)}`),
        }),
      },
    ])
    expect((await creator.get('/api/account/deletion')).body).toEqual({ dueAt: null })
    expect((await creator.post('/api/account/deletion', { giveUpBalance: true })).status).toBe(202)
    const { rows } = await fettle.database.pool.query(
      `select details from audit_entry where action = 'account.deletion-requested' and actor_id = $1`,
      [creator.id],
    )
    expect(rows.map(({ details }) => JSON.parse(details))).toEqual([{ gaveUpCents: 700 }])
    await makeDue(creator)
    await sweep()
    expect((await signIn(creator)).answer.status).toBe(401)
  })

  test('stays and is written to when something was sold in the days of rest', async () => {
    const creator = await fettle.aPerson()
    await creator.post('/api/account/deletion')
    await sells(creator)
    await makeDue(creator)
    await sweep()
    const { browser } = await signIn(creator)
    const { dueAt } = (await browser.get('/api/account/deletion')).body
    expect(Math.round((Date.parse(String(dueAt)) - Date.now()) / 86_400_000)).toBe(14)
    expect(await subjects(creator)).toContain('Your account is not deleted yet: money of yours is here')
  })
})

import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#src/lib/ids.ts'
import { APP_ROLE } from './app-role.ts'
import { migrate } from './migrations.ts'
import { freshDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
let app: Client
beforeAll(async () => {
  database = await freshDatabase()
  await database.pool.query(
    `insert into provider_event (source, id, type, object_id, livemode, happened_at, handled_at, next_at) values
       ('embedded', 'old', 'x', 'y', false, now(), now() - interval '401 days', null),
       ('embedded', 'never handled', 'x', 'y', false, now() - interval '401 days', null, null),
       ('embedded', 'young', 'x', 'y', false, now(), now() - interval '399 days', null)`,
  )
})
afterAll(() => database.drop())
beforeEach(async () => {
  app = new Client({ connectionString: database.appUrl })
  await app.connect()
})
afterEach(() => app.end())

const LINES = JSON.stringify([
  { kind: 'processor_clearing', amount: 100 },
  { kind: 'platform_revenue', amount: -100 },
])
const post = (lines = LINES) =>
  app.query('select post_journal($1, $2, $3, $4, false, $5)', [uuidv7(), 'charge', 'sale', uuidv7(), lines])

test('the application writes the books through the one function for it', async () => {
  await post()
  const { rows } = await app.query(
    `select kind, sum(amount)::int as sum from posting join ledger_account on ledger_account.id = account_id
      group by kind order by kind`,
  )
  expect(rows).toEqual([
    { kind: 'platform_revenue', sum: -100 },
    { kind: 'processor_clearing', sum: 100 },
  ])
})

const BOOKS = ['journal', 'posting', 'ledger_account', 'ledger_balance']
const KEPT = [...BOOKS, 'audit_entry', 'subscription_event', 'invoice', 'provider_event', 'sale', 'subscription_order']

/** What somebody would try who can make the application say any statement: ids of PostgreSQL's refusals. */
const NOT_ALLOWED = '42501'
test.each([
  ...KEPT.flatMap((table) => [
    `truncate ${table} cascade`,
    `delete from ${table}`,
    `drop table ${table} cascade`,
    `alter table ${table} disable trigger all`,
    `alter table ${table} disable trigger user`,
    `alter table ${table} owner to ${APP_ROLE}`,
    `create rule nothing as on insert to ${table} do instead nothing`,
    `create trigger mine before insert on ${table} for each row execute function ledger_is_append_only()`,
  ]),
  ...BOOKS.map((table) => `insert into ${table} default values`),
  'insert into ledger_balance (account_id, amount) values (1, 1000000)',
  'update journal set at = now()',
  'update posting set amount = amount + 1',
  "update ledger_account set kind = 'creator_available'",
  'update ledger_balance set amount = amount + 1',
  "update subscription_event set kind = 'paid'",
  'update invoice set amount = 1',
  'update audit_entry set action = action',
  "update provider_event set object_id = 'another'",
  'drop trigger append_only on journal',
  'drop trigger sums_to_zero on journal',
  'drop trigger sale_moves on sale',
  'drop function post_journal cascade',
  "create or replace function journal_sums_to_zero() returns trigger language plpgsql as 'begin return null; end'",
  "create or replace function ledger_is_append_only() returns trigger language plpgsql as 'begin return new; end'",
  'alter function journal_sums_to_zero() reset all',
  "set session_replication_role = 'replica'",
  "select set_config('session_replication_role', 'replica', false)",
  'set role fettle',
  'set session authorization fettle',
  `alter role ${APP_ROLE} superuser`,
  'create role helper',
  'create schema fettle',
  'create function public.now() returns timestamptz language sql as $$ select null::timestamptz $$',
  'create table public.mine ()',
  "copy posting to program 'cat'",
  "select pg_read_file('/etc/passwd')",
  `insert into migration (name, checksum) values ('9999_mine.sql', '')`,
  `update app_grant set stamp = ''`,
])('%s is refused', async (statement) => {
  await expect(app.query(statement)).rejects.toMatchObject({ code: NOT_ALLOWED })
})

test('a right that it does not have it cannot give', async () => {
  // A warning in PostgreSQL, not a failure.
  for (const table of KEPT) await app.query(`grant all on ${table} to ${APP_ROLE}`)
  const { rows } = await app.query(
    `select name from unnest($1::text[]) as name
      where has_table_privilege(name, 'delete') or has_table_privilege(name, 'truncate')
         or has_table_privilege(name, 'trigger') or has_table_privilege(name, 'maintain')`,
    [KEPT],
  )
  expect(rows).toEqual([])
})

test('what is looked at when a journal is committed is the books, not a table of the same name', async () => {
  await app.query('create temporary table posting (journal_id uuid, amount bigint)')
  await app.query('begin')
  await post(JSON.stringify([{ kind: 'processor_clearing', amount: 100 }]))
  await app.query('insert into pg_temp.posting select id, 1 from journal')
  await app.query('insert into pg_temp.posting select id, -1 from journal')
  await expect(app.query('commit')).rejects.toMatchObject({ code: '23514' })
})

test('what a trigger refuses is refused to the owner as well', async () => {
  await expect(database.pool.query('update posting set amount = amount + 1')).rejects.toThrow('of the books is refused')
})

test('each table whose rows cannot be changed is out of reach for the application, too', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where not tgisinternal and (tgtype & 32) <> 0
        and (has_table_privilege($1, tgrelid, 'delete') or has_table_privilege($1, tgrelid, 'truncate'))`,
    [APP_ROLE],
  )
  expect(rows).toEqual([])
})

test('events of providers go after more than a year, and only what was handled', async () => {
  const { rows } = await app.query('select forget_provider_events() as gone')
  expect(rows).toEqual([{ gone: '1' }])
  const left = await app.query("select id from provider_event where object_id = 'y' order by id")
  expect(left.rows).toEqual([{ id: 'never handled' }, { id: 'young' }])
})

test('a database that belonged to the application is taken from it, with the rows that it has', async () => {
  const own = await freshDatabase()
  try {
    // As the durable library left it when it worked as the owner.
    await own.pool.query(`alter schema dbos owner to fettle;
      create table dbos.workflow_status (id text primary key, seq int generated always as identity, old serial);
      create function dbos.something() returns int language sql as 'select 1';
      insert into dbos.workflow_status (id) values ('kept');
      delete from app_grant`)
    await migrate({ url: own.url, role: APP_ROLE })
    const client = new Client({ connectionString: own.appUrl })
    await client.connect()
    try {
      await client.query(`alter table dbos.workflow_status add column more text;
        drop function dbos.something(); insert into dbos.workflow_status (id) values ('new')`)
      const { rows } = await client.query('select id from dbos.workflow_status order by id')
      expect(rows).toEqual([{ id: 'kept' }, { id: 'new' }])
    } finally {
      await client.end()
    }
  } finally {
    await own.drop()
  }
})

test('a role that owns nothing may start where there is nothing to migrate', async () => {
  expect(await migrate({ url: database.appUrl })).toEqual([])
})

import { createHash } from 'node:crypto'
import { type Client, escapeIdentifier } from 'pg'

/** The role of the application in the embedded PostgreSQL. It owns no table of ours. */
export const APP_ROLE = 'fettle_app'

const FROM_BOOKS = 'select'
const HISTORY = 'select, insert'
const NEVER_DELETED = 'select, insert, update'

/** All that the application may do with these tables; with any other it may read and change rows. */
const LIMITED: Readonly<Record<string, string>> = {
  migration: 'select',
  app_grant: 'select',
  money_mode: 'select, update (livemode)',
  ledger_account: FROM_BOOKS,
  ledger_balance: FROM_BOOKS,
  journal: FROM_BOOKS,
  posting: FROM_BOOKS,
  audit_entry: HISTORY,
  subscription_event: HISTORY,
  subscription_price_notice: HISTORY,
  invoice: `${HISTORY}, update (user_id, buyer)`,
  provider_move: HISTORY,
  invoice_series: `${HISTORY}, update (last)`,
  receipt_series: `${HISTORY}, update (last)`,
  provider_event: `${HISTORY}, update (handled_at, tries, next_at, last_error)`,
  sale: NEVER_DELETED,
  sale_refund: NEVER_DELETED,
  sale_dispute: NEVER_DELETED,
  sale_inquiry: NEVER_DELETED,
  subscription: NEVER_DELETED,
  subscription_order: NEVER_DELETED,
  subscription_claim: NEVER_DELETED,
  subscription_refund: NEVER_DELETED,
  subscription_inquiry: NEVER_DELETED,
  pro_month: NEVER_DELETED,
  payout: NEVER_DELETED,
}

/** The durable library makes its own tables; its first step would make this schema, for which a role needs more rights. */
const ENGINE = `do $$ begin
  if to_regnamespace('dbos') is null then
    create schema dbos;
    create table dbos.dbos_migrations (version bigint primary key);
    insert into dbos.dbos_migrations values (1);
  end if;
end $$`

/** Tables of the durable library that were made by the owner, when the application was the owner still. */
const giveEngine = (role: string) => `do $$ declare thing record; begin
  alter schema dbos owner to ${role};
  for thing in select oid::regclass as name, relkind from pg_class
                where relnamespace = 'dbos'::regnamespace and relkind in ('r', 'S', 'v')
                  and relowner <> '${role}'::regrole
                  and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i')) loop
    execute format('alter %s %s owner to ${role}',
      case thing.relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, thing.name);
  end loop;
  for thing in select oid::regprocedure as name from pg_proc
                where pronamespace = 'dbos'::regnamespace and proowner <> '${role}'::regrole loop
    execute format('alter routine %s owner to ${role}', thing.name);
  end loop;
end $$`

function statementsFor(role: string, tables: ReadonlySet<string>): string[] {
  const limited = Object.entries(LIMITED).filter(([table]) => tables.has(table))
  return [
    `grant usage on schema public, test_payments to ${role}`,
    `grant select, insert, update, delete on all tables in schema public, test_payments to ${role}`,
    `grant usage, select on all sequences in schema public, test_payments to ${role}`,
    ...limited.flatMap(([table, rights]) => [
      `revoke all on ${table} from ${role}`,
      `grant ${rights} on ${table} to ${role}`,
    ]),
    ENGINE,
    giveEngine(role),
  ]
}

/**
 * Gives a role what the application needs, and nothing with which it could change what the books say. Call it as the
 * owner of the tables, after the migrations; a second call with the same tables changes nothing.
 */
export async function limitRole(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ tables: string[]; owns: boolean; stamp: string | null }>(
    `select array(select tablename::text from pg_tables where schemaname in ('public', 'test_payments')
                   order by schemaname, tablename) as tables,
            pg_has_role($1, current_user, 'member') as owns, (select stamp from app_grant where role = $1) as stamp`,
    [name],
  )
  const { tables = [], owns = true, stamp = null } = rows[0] ?? {}
  // An owner can do everything with its tables, so nothing is given to it, and nothing taken.
  if (owns) return
  const role = escapeIdentifier(name)
  const statements = statementsFor(role, new Set(tables))
  const wanted = createHash('sha256')
    .update(JSON.stringify([statements, tables]))
    .digest('hex')
  if (stamp === wanted) return
  await client.query('begin')
  for (const statement of statements) await client.query(statement)
  await client.query(
    `insert into app_grant (role, stamp) values ($1, $2)
     on conflict (role) do update set stamp = excluded.stamp, at = now()`,
    [name, wanted],
  )
  await client.query('commit')
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, DatabaseError, type Pool } from 'pg'
import { limitRole } from './app-role.ts'

/** The database and the files in db/migrations do not fit; the message is one sentence that says why. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

interface Migration {
  name: string
  sql: string
  checksum: string
}

interface MigrateOptions {
  /** Address of the database, for the owner of its tables. */
  url: string
  /** The role that the application works as; without it, as the owner. */
  role?: string | undefined
  /** Folder of `NNNN_name.sql` files. */
  folder?: string
}

const DEFAULT_FOLDER = join(import.meta.dirname, '../../db/migrations')
const OLDEST_SERVER = 16
/** Any number, as long as every Fettle takes the same: the first one migrates, the others wait. */
const ADVISORY_LOCK = 7_238_604_115

/** Brings the database up to date, each file in a transaction of its own; answers the names of the applied files. */
export async function migrate({ url, role, folder = DEFAULT_FOLDER }: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = new Client({ connectionString: url, application_name: 'fettle migrations' })
  await client.connect().catch((error: Error) => {
    throw new MigrationError(`The database cannot be reached: ${error.message || String(error)}`, { cause: error })
  })
  try {
    await checkServer(client)
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    const pending = await findPending(client, migrations)
    for (const migration of pending) await apply(client, migration)
    if (role !== undefined) await limitRole(client, role)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Whether the database has every migration of this release. */
export async function isMigrated(pool: Pool, folder: string = DEFAULT_FOLDER): Promise<boolean> {
  const names = (await readMigrations(folder)).map(({ name }) => name)
  const { rows } = await pool.query<{ done: boolean }>(
    'select not exists (select unnest($1::text[]) except select name from migration) as done',
    [names],
  )
  return rows[0]?.done === true
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const misnamed = names.find((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  if (misnamed !== undefined) throw new MigrationError(`${misnamed} must be named like 0007_reviews.sql.`)
  const twin = names.find((name, index) => names[index + 1]?.startsWith(name.slice(0, 5)))
  if (twin !== undefined) throw new MigrationError(`Two migrations have the number ${twin.slice(0, 4)}.`)
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number }>(`select current_setting('server_version_num')::int as number`)
  const major = Math.floor((rows[0]?.number ?? 0) / 10_000)
  if (major < OLDEST_SERVER) throw new MigrationError(`PostgreSQL ${major} is too old: Fettle needs ${OLDEST_SERVER}.`)
}

async function findPending(client: Client, migrations: Migration[]): Promise<Migration[]> {
  await makeOwnTable(client)
  const { rows: applied } = await client.query<Omit<Migration, 'sql'>>(
    'select name, checksum from migration order by name',
  )
  for (const { name, checksum } of applied) checkApplied(name, checksum, migrations)
  const last = applied.at(-1)?.name ?? ''
  const pending = migrations.filter(({ name }) => !applied.some((row) => row.name === name))
  const late = pending.find(({ name }) => name < last)
  if (late !== undefined) throw new MigrationError(`${late.name} must have a number above ${last}, which is applied.`)
  return pending
}

/** Only when it is missing: a role that owns nothing may look whether there is something to do. */
async function makeOwnTable(client: Client): Promise<void> {
  const { rows } = await client.query<{ known: string | null }>(`select to_regclass('migration') as known`)
  if (rows[0]?.known !== null) return
  await client.query(`create table migration (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
}

function checkApplied(name: string, checksum: string, migrations: Migration[]): void {
  const file = migrations.find((migration) => migration.name === name)
  if (file === undefined) {
    throw new MigrationError(`The database has ${name}, this Fettle does not: it is older than its database.`)
  }
  if (file.checksum !== checksum) {
    throw new MigrationError(`${name} was changed after it was applied: undo that and write a new migration.`)
  }
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    throw new MigrationError(`${name}${lineOf(error, sql)} failed: ${String(error)}`, { cause: error })
  }
}

function lineOf(error: unknown, sql: string): string {
  if (!(error instanceof DatabaseError) || error.position === undefined) return ''
  return `, line ${sql.slice(0, Number(error.position)).split('\n').length},`
}

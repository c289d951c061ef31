import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import { fingerprintOf } from './key-check.ts'
import { MasterKeyError } from './master-key.ts'
import { rowName, SEALED_COLUMNS } from './sealed-columns.ts'
import { createSecretBox, type SecretBox } from './secret-box.ts'

const BATCH = 200
/** Longer than a living process is ever silent. */
const SILENT_SECONDS = 15

interface Rotation {
  readonly db: Db
  readonly from: Uint8Array
  readonly to: Uint8Array
  /** Called after each batch. */
  readonly onProgress?: (resealed: number) => void
}

/**
 * Seals every sealed value anew, under another master key. What it has begun is remembered, and no process starts
 * until it is done; so it can be stopped at any point and run again. Returns how many values it has sealed.
 */
export async function rotateMasterKey({ db, from, to, onProgress }: Rotation): Promise<number> {
  if ((await fingerprint(db))?.equals(fingerprintOf(to))) return 0
  await begin(db, fingerprintOf(from), fingerprintOf(to))
  const [old, next] = [createSecretBox(from), createSecretBox(to)]
  let resealed = 0
  for (const column of SEALED_COLUMNS)
    for (let after: readonly string[] = []; ; ) {
      const { rows, count } = await resealBatch(db, column, after, { old, next })
      resealed += count
      onProgress?.(resealed)
      const last = rows.at(-1)
      if (last === undefined) break
      after = last
    }
  await db
    .updateTable('master_key')
    .set({ fingerprint: fingerprintOf(to), next_fingerprint: null })
    .execute()
  return resealed
}

const fingerprint = async (db: Db): Promise<Buffer | undefined> =>
  (await db.selectFrom('master_key').select('fingerprint').executeTakeFirst())?.fingerprint

async function begin(db: Db, from: Buffer, to: Buffer): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const known = await transaction
      .selectFrom('master_key')
      .select(['fingerprint', 'next_fingerprint'])
      .forUpdate()
      .executeTakeFirst()
    if (known === undefined) throw new MasterKeyError('This database has never been used: there is nothing to change.')
    if (!known.fingerprint.equals(from))
      throw new MasterKeyError('The master key (SECRET_KEY, or secret.key) is not the one that this database uses now.')
    if (known.next_fingerprint !== null && !known.next_fingerprint.equals(to))
      throw new MasterKeyError('A change to another key was begun before. Go on with that one.')
    const { rows } = await sql`select from executor
      where heartbeat_at > now() - make_interval(secs => ${SILENT_SECONDS})`.execute(transaction)
    if (rows.length > 0)
      throw new MasterKeyError(
        `Fettle is running on this database. Stop every process of it, and try again ${SILENT_SECONDS} seconds later.`,
      )
    await transaction.updateTable('master_key').set({ next_fingerprint: to }).execute()
  })
}

type SealedColumn = (typeof SEALED_COLUMNS)[number]
interface Boxes {
  readonly old: SecretBox
  readonly next: SecretBox
}

/** One transaction: the rows after this one, in the order of their keys. */
const resealBatch = (db: Db, { table, column, key }: SealedColumn, after: readonly string[], { old, next }: Boxes) =>
  db.transaction().execute(async (transaction) => {
    const keys = sql.join(key.map((name) => sql`${sql.ref(name)}::text`))
    const place = after.length === 0 ? sql`true` : sql`(${keys}) > (${sql.join(after.map((value) => sql`${value}`))})`
    const { rows } = await sql<{ key: string[]; sealed: Buffer }>`
      select array[${keys}] as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
       where ${sql.ref(column)} is not null and ${place} order by ${keys} limit ${BATCH} for update`.execute(
      transaction,
    )
    let count = 0
    for (const { key: values, sealed } of rows) {
      const at = { table, column, row: rowName(values) }
      if (opens(next, sealed, at)) continue
      const value = next.seal(old.open(sealed, at), at)
      const isRow = sql.join(
        key.map((name, index) => sql`${sql.ref(name)}::text = ${values[index]}`),
        sql` and `,
      )
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${isRow}`.execute(transaction)
      count += 1
    }
    return { rows: rows.map(({ key: values }) => values), count }
  })

/** Whether a run before this one has sealed it already. */
function opens(box: SecretBox, sealed: Buffer, at: Parameters<SecretBox['open']>[1]): boolean {
  try {
    box.open(sealed, at)
    return true
  } catch {
    return false
  }
}

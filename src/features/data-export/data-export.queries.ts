import { sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'

const EXPORT = ['id', 'status', 'created_at', 'ready_at', 'bytes'] as const

export const listExports = (db: Db, userId: string) =>
  db.selectFrom('data_export').select(EXPORT).where('user_id', '=', userId).orderBy('created_at', 'desc').execute()

/** Undefined when one of this person is under way already. */
export const insertExport = (db: Db, userId: string) =>
  db
    .insertInto('data_export')
    .values({ id: uuidv7(), user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').where('status', 'in', ['queued', 'running']).doNothing())
    .returning(EXPORT)
    .executeTakeFirst()

export interface ClaimedExport {
  readonly id: string
  readonly user_id: string
  readonly attempts: number
}

/** Takes one that waits, or one whose process has not been heard of for a minute. */
export async function claimExport(db: Db): Promise<ClaimedExport | undefined> {
  const { rows } = await sql<ClaimedExport>`
    update data_export set status = 'running', attempts = attempts + 1, heartbeat_at = now()
     where id = (
       select id from data_export
        where status = 'queued' or (status = 'running' and heartbeat_at < now() - interval '1 minute')
        order by created_at limit 1 for update skip locked)
    returning id, user_id, attempts`.execute(db)
  return rows[0]
}

export const beat = (db: Db, id: string) =>
  db.updateTable('data_export').set({ heartbeat_at: sql<Date>`now()` }).where('id', '=', id).execute()

/** What a process that died has left. */
export const deleteChunks = (db: Db, id: string) =>
  db.deleteFrom('data_export_chunk').where('export_id', '=', id).execute()

export const insertChunk = (db: Db, id: string, seq: number, content: Buffer) =>
  db.insertInto('data_export_chunk').values({ export_id: id, seq, content }).execute()

export const finishExport = (db: Db, id: string, bytes: number) =>
  db
    .updateTable('data_export')
    .set({ status: 'ready', ready_at: sql<Date>`now()`, bytes })
    .where('id', '=', id)
    .execute()

/** One is kept for each person: several would fill the disk with the same. */
export const deleteOtherExports = (db: Db, userId: string, id: string) =>
  db.deleteFrom('data_export').where('user_id', '=', userId).where('id', '!=', id).execute()

export const setExportStatus = (db: Db, id: string, status: 'queued' | 'failed') =>
  db.updateTable('data_export').set({ status }).where('id', '=', id).execute()

export const findReadyExport = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('data_export')
    .select(['id', 'bytes', 'ready_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'ready')
    .executeTakeFirst()

export async function* readChunks(db: Db, id: string): AsyncGenerator<Buffer> {
  for (let seq = 0; ; seq++) {
    const chunk = await db
      .selectFrom('data_export_chunk')
      .select('content')
      .where('export_id', '=', id)
      .where('seq', '=', seq)
      .executeTakeFirst()
    if (chunk === undefined) return
    yield chunk.content
  }
}

export const deleteOldExports = (db: Db, days: number) =>
  db.deleteFrom('data_export').where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`).execute()

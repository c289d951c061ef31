import { sql } from 'kysely'
import { HAS_LIVE_CALLER_SQL } from '#src/engine/call.queries.ts'
import { LIVE_RUNS_SQL } from '#src/lib/run-status.ts'
import type { Db } from '#src/server/database.ts'
import { KEPT_MINUTES } from './workflow-acts.schema.ts'

/** False when it was not published. What is due meanwhile waits; its row of the schedule stays as it is. */
export async function pause(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update workflow set status = 'paused' where id = ${id} and status in ('published', 'paused')`.execute(db)
  return numAffectedRows === 1n
}

export async function resume(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update workflow set status = 'published' where id = ${id} and status in ('published', 'paused')`.execute(db)
  return numAffectedRows === 1n
}

export const setTags = (db: Db, id: string, tags: readonly string[]) =>
  sql`update workflow set tags = ${tags}::text[] where id = ${id}`.execute(db)

export async function tagsOf(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ tags: string[] }>`select tags from workflow where id = ${id} for update`.execute(db)
  return rows[0]?.tags ?? []
}

/** A draft of its own: nothing starts it, and its addresses are new. */
export const copyWorkflow = (db: Db, id: string, copy: { id: string; name: string; hookSecret: string }) =>
  sql`insert into workflow (id, owner_id, name, draft, tags, hook_secret)
      select ${copy.id}, owner_id, ${copy.name}, draft, tags, ${copy.hookSecret} from workflow
       where id = ${id}`.execute(db)

/**
 * Holds a workflow back from everything; false while one of its executions is under way, whose side effects would go
 * on unseen. Call it in a transaction.
 */
export async function holdBack(transaction: Db, id: string): Promise<boolean> {
  // In a statement of its own: it waits for runs that are being accepted, and the next one sees them.
  await sql`select from workflow where id = ${id} for update`.execute(transaction)
  const { numAffectedRows } = await sql`
    update workflow set status = 'deleted', status_before = status, deleted_at = now()
     where id = ${id} and status <> 'deleted' and not exists (
       select from execution where workflow_id = ${id} and status in ${sql.raw(LIVE_RUNS_SQL)})`.execute(transaction)
  return numAffectedRows === 1n
}

/** Everything as it was; undefined for what is gone, and for somebody else's. */
export async function bringBack(db: Db, ownerId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update workflow set status = status_before, status_before = null, deleted_at = null
     where id = ${id} and owner_id = ${ownerId} and status = 'deleted'
       and deleted_at > now() - make_interval(mins => ${KEPT_MINUTES}) returning id`.execute(db)
  return rows[0]?.id
}

/** Some runs that have ended, and whose callers have, of workflows whose time to be brought back is over. */
export async function doomedRuns(transaction: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select execution.id from execution join workflow w on w.id = execution.workflow_id
     where w.deleted_at < now() - make_interval(mins => ${KEPT_MINUTES}) and execution.finished_at is not null
       and not ${sql.raw(HAS_LIVE_CALLER_SQL)}
     limit ${limit} for update of execution skip locked`.execute(transaction)
  return rows.map(({ id }) => id)
}

export const deleteRuns = (transaction: Db, ids: readonly string[]) =>
  sql`delete from execution where id = any(${ids}::uuid[])`.execute(transaction)

/** Those without any run: one that was accepted at the last moment comes to its end first. */
export async function deleteDoomed(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from workflow w where deleted_at < now() - make_interval(mins => ${KEPT_MINUTES})
       and not exists (select from execution where workflow_id = w.id)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

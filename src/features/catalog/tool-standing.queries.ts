import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

/** Why a tool is out of sight; each cause ends by itself. */
type HoldCause = 'decision' | 'first-look' | 'suspension'

/** Out of sight while there is any cause for it. What was removed or never published stays so. */
const settle = (transaction: Db, ids: readonly string[]) =>
  sql`update tool set status = wanted.status
        from (select id, case when exists (select from tool_hold where tool_id = id) then 'hidden' else 'published' end as status
                from tool where id = any(${ids}::uuid[])) wanted
       where tool.id = wanted.id and tool.status in ('published', 'hidden') and tool.status <> wanted.status`.execute(
    transaction,
  )

/** Out of the catalogue until the cause ends; its creator still has it. */
export async function holdTool(transaction: Db, id: string, cause: HoldCause): Promise<void> {
  await sql`insert into tool_hold (tool_id, cause) values (${id}, ${cause}) on conflict do nothing`.execute(transaction)
  await settle(transaction, [id])
}

async function releaseTool(transaction: Db, id: string, causes: readonly HoldCause[]): Promise<void> {
  await sql`delete from tool_hold where tool_id = ${id} and cause = any(${causes}::text[])`.execute(transaction)
  await settle(transaction, [id])
}

const ownedBy = async (transaction: Db, ownerId: string): Promise<string[]> => {
  const rows = await transaction.selectFrom('tool').select('id').where('owner_id', '=', ownerId).execute()
  return rows.map(({ id }) => id)
}

/** With their creator: removed ones too, so that none comes back meanwhile. Answers how many left the catalogue. */
export async function holdToolsOf(transaction: Db, ownerId: string): Promise<number> {
  const ids = await ownedBy(transaction, ownerId)
  await sql`insert into tool_hold (tool_id, cause) select id, 'suspension' from unnest(${ids}::uuid[]) as owned (id)
            on conflict do nothing`.execute(transaction)
  return Number((await settle(transaction, ids)).numAffectedRows ?? 0)
}

/** Each as it would be if its creator had never been suspended. */
export async function releaseToolsOf(transaction: Db, ownerId: string): Promise<number> {
  const ids = await ownedBy(transaction, ownerId)
  await sql`delete from tool_hold where tool_id = any(${ids}::uuid[]) and cause = 'suspension'`.execute(transaction)
  return Number((await settle(transaction, ids)).numAffectedRows ?? 0)
}

const backFromRemoval = (transaction: Db, id: string) =>
  sql`update tool set status = 'published', removed_reason = null
       where id = ${id} and status = 'deleted' and removed_reason is not null
         and (owner_id is not null or kind = 'builtin')`.execute(transaction)

/** By a decision, also where it was removed by one before. */
export async function hideTool(transaction: Db, id: string): Promise<void> {
  await backFromRemoval(transaction, id)
  await holdTool(transaction, id, 'decision')
}

/** Gone for everybody, who are told why. */
export const removeTool = (transaction: Db, id: string, reason: string) =>
  sql`update tool set status = 'deleted', removed_reason = ${reason}
       where id = ${id} and (status in ('published', 'hidden') or removed_reason is not null)`.execute(transaction)

/**
 * Back in the catalogue, unless its creator has deleted it or left meanwhile, or there is another cause to hold it. Only
 * who has read what was published ends the hold of a first look.
 */
export async function restoreTool(transaction: Db, id: string, { wasRead = false } = {}): Promise<void> {
  await backFromRemoval(transaction, id)
  await releaseTool(transaction, id, wasRead ? ['decision', 'first-look'] : ['decision'])
}

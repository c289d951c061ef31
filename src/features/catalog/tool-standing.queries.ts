import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

/**
 * Removed while any decision removes it, else out of sight while there is any other cause for it. What its creator has
 * deleted, or left behind when it was removed, stays so.
 */
const settle = (transaction: Db, ids: readonly string[]) =>
  sql`update tool set status = wanted.status, removed_reason = wanted.reason
        from (select id, reason, case when reason is not null then 'deleted'
                                      when exists (select from tool_hold where tool_id = id) then 'hidden'
                                      else 'published' end as status
                from (select id, (select removed_reason from tool_hold where tool_id = id and cause = 'removal'
                                   order by since desc limit 1) as reason
                        from tool where id = any(${ids}::uuid[])) removed) wanted
       where tool.id = wanted.id and (tool.status, tool.removed_reason) is distinct from (wanted.status, wanted.reason)
         and (tool.status in ('published', 'hidden')
              or (tool.removed_reason is not null and (tool.owner_id is not null or tool.kind = 'builtin')))`.execute(
    transaction,
  )

interface Holder {
  readonly toolId: string
  /** What ends this alone. */
  readonly caseId: string
}

/** Out of the catalogue until somebody has read it; its creator still has it. */
export async function holdTool(transaction: Db, { toolId, caseId }: Holder): Promise<void> {
  await sql`insert into tool_hold (tool_id, cause, case_id) values (${toolId}, 'first-look', ${caseId})
            on conflict do nothing`.execute(transaction)
  await settle(transaction, [toolId])
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

/** A case ends in one decision: what it held before goes. */
async function replaceHold(transaction: Db, { toolId, caseId }: Holder, removedReason: string | null): Promise<void> {
  await sql`delete from tool_hold where case_id = ${caseId}`.execute(transaction)
  await sql`insert into tool_hold (tool_id, cause, case_id, removed_reason)
            values (${toolId}, ${removedReason === null ? 'decision' : 'removal'}, ${caseId}, ${removedReason})`.execute(
    transaction,
  )
  await settle(transaction, [toolId])
}

/** By a decision, also where the same case removed it before. */
export const hideTool = (transaction: Db, holder: Holder) => replaceHold(transaction, holder, null)

/** Gone for everybody, who are told why. */
export const removeTool = (transaction: Db, holder: Holder, reason: string) => replaceHold(transaction, holder, reason)

/**
 * Ends what this case holds and nothing else: the tool is back unless there is another cause, or its creator has deleted
 * it or left meanwhile.
 */
export async function restoreTool(transaction: Db, { toolId, caseId }: Holder): Promise<void> {
  await sql`delete from tool_hold where case_id = ${caseId}`.execute(transaction)
  await settle(transaction, [toolId])
}

import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

/** Out of the catalogue; its creator still has it. */
export const hideTool = (transaction: Db, id: string) =>
  sql`update tool set status = 'hidden', removed_reason = null
       where id = ${id} and (status = 'published' or (status = 'deleted' and removed_reason is not null))`.execute(
    transaction,
  )

/** Gone for everybody, who are told why. */
export const removeTool = (transaction: Db, id: string, reason: string) =>
  sql`update tool set status = 'deleted', removed_reason = ${reason}
       where id = ${id} and (status in ('published', 'hidden') or removed_reason is not null)`.execute(transaction)

/** Back in the catalogue, unless its creator has deleted it or left meanwhile. */
export const restoreTool = (transaction: Db, id: string) =>
  sql`update tool set status = 'published', removed_reason = null
       where id = ${id} and (status = 'hidden' or (status = 'deleted' and removed_reason is not null))
         and (owner_id is not null or kind = 'builtin')`.execute(transaction)

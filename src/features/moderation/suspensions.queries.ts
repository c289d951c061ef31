import { sql } from 'kysely'
import type { BegunSuspension } from '#src/features/admin/people.server.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'

/** The statement of its reasons: a case that was decided when it was opened. */
export async function noteSuspension(
  transaction: Db,
  { personId, reason, proposedBy, decidedBy }: BegunSuspension,
): Promise<string> {
  const id = uuidv7()
  await sql`
    insert into moderation_case (id, kind, person_id, subject, due_at, closed_at, decision, reason, proposed_by, decided_by)
    values (${id}, 'suspension', ${personId}, 'The account', now(), now(), 'suspend', ${reason}, ${proposedBy},
            ${decidedBy})`.execute(transaction)
  return id
}

export const closeAppealsOf = (transaction: Db, personId: string, decidedBy: string) =>
  sql`update moderation_case
         set decision = 'restore', reason = '', decided_by = ${decidedBy}, closed_at = now(), claimed_by = null,
             claimed_at = null
       where person_id = ${personId} and kind = 'appeal' and tool_id is null and closed_at is null`.execute(transaction)

export async function isSuperAdmin(transaction: Db, id: string): Promise<boolean> {
  const row = await transaction.selectFrom('user').select('role').where('id', '=', id).executeTakeFirst()
  return row?.role === 'super_admin'
}

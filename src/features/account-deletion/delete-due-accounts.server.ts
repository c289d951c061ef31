import { hasOtherSuperAdmin } from '#src/features/admin/may-act.ts'
import { lockPeople } from '#src/features/admin/people.queries.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { accountDeleted, deletionPutOff, leftAlonePutOff } from './account-deletion.mails.ts'
import {
  deleteAccount,
  findOwed,
  listDueAccounts,
  listExecutionIds,
  lockDueAccount,
  putOffDeletion,
} from './account-deletion.queries.ts'
import { UNDO_DAYS } from './account-deletion.schema.ts'
import { describeOwed, owedInAll } from './owed-money.ts'

interface DeleteDueDeps {
  readonly db: Db
  readonly queueMail: QueueMail
  /** Makes the engine forget what it keeps of these runs. */
  readonly forgetRuns: (executionIds: readonly string[]) => Promise<void>
}

const BATCH = 500
/** Before every id. */
const NIL = '00000000-0000-0000-0000-000000000000'

/** Deletes the accounts whose time is over; each is gone as a whole or not at all, and the next sweep tries again. */
export async function deleteDueAccounts(deps: DeleteDueDeps): Promise<void> {
  const failures: unknown[] = []
  // One that cannot be deleted must not keep the others.
  for (const account of await listDueAccounts(deps.db))
    await deleteOne(deps, account).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts could not be deleted`)
}

interface DueAccount {
  readonly id: string
  readonly email: string
  readonly role: string
}

const deleteOne = ({ db, queueMail, forgetRuns }: DeleteDueDeps, { id, email, role }: DueAccount): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    // Before the row itself: whoever changes a super admin locks all of them in their order.
    const people = role === 'super_admin' ? await lockPeople(transaction, [id]) : undefined
    // From here on it is too late to keep the account: whoever asks for that waits, and finds nothing.
    const due = await lockDueAccount(transaction, id)
    if (due === undefined) return
    if (people !== undefined && !hasOtherSuperAdmin(people, id)) {
      await putOffDeletion(transaction, id, UNDO_DAYS)
      await queueMail(transaction, leftAlonePutOff, { userId: id }, {})
      await appendAudit(transaction, {
        ...{ actorId: null, action: 'account.deletion-put-off', target: `user ${id}`, address: '' },
        details: { reason: 'This is the last super admin' },
      })
      return
    }
    // What was sold in the days of rest: the account stays until it is paid.
    const owed = await findOwed(transaction, id)
    if (owedInAll(owed) > 0 && !due.hasGivenUp) {
      await putOffDeletion(transaction, id, UNDO_DAYS)
      await queueMail(transaction, deletionPutOff, { userId: id }, { owed: describeOwed(owed) })
      return
    }
    await forgetRunsOf(transaction, id, forgetRuns)
    await queueMail(transaction, accountDeleted, { userId: null, email }, {})
    await deleteAccount(transaction, id)
    await appendAudit(transaction, { actorId: null, action: 'account.deleted', target: `user ${id}`, address: '' })
  })

async function forgetRunsOf(db: Db, userId: string, forgetRuns: DeleteDueDeps['forgetRuns']): Promise<void> {
  for (let after = NIL; ; ) {
    const ids = await listExecutionIds(db, userId, after, BATCH)
    if (ids.length > 0) await forgetRuns(ids)
    const last = ids.at(-1)
    if (last === undefined || ids.length < BATCH) return
    after = last
  }
}

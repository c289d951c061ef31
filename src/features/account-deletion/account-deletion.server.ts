import { deleteSessionsOf } from '#src/features/accounts/accounts.queries.ts'
import type { Sessions } from '#src/features/accounts/sessions.server.ts'
import { hasOtherSuperAdmin } from '#src/features/admin/may-act.ts'
import { lockPeople } from '#src/features/admin/people.queries.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, conflict } from '#src/server/http/app-error.ts'
import { fresh, inSession } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { accountKept, deletionRequested } from './account-deletion.mails.ts'
import {
  clearDeletionDue,
  findDeletionDue,
  findOwed,
  giveUpBalance,
  type Owed,
  setDeletionDue,
} from './account-deletion.queries.ts'
import { accountDeletionContract, UNDO_DAYS } from './account-deletion.schema.ts'
import { describeOwed, owedInAll } from './owed-money.ts'

interface AccountDeletionDeps {
  readonly db: Db
  readonly queueMail: QueueMail
  readonly sessions: Sessions
}

export const lastSuperAdmin = () =>
  conflict('LAST_SUPER_ADMIN', 'You are the only super admin. Give somebody else the role first.')

const balanceLeft = (owed: Owed) =>
  new AppError({
    code: 'BALANCE_LEFT',
    status: 409,
    message: `You still have money here: ${describeOwed(owed)}. Have it paid out under Earnings first, or give it up.`,
    extra: { amount: owedInAll(owed) },
  })

const toDeletion = (due: Date | null) => ({ dueAt: due?.toISOString() ?? null })
const dayOf = (date: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date)

export function accountDeletionRoutes({ db, queueMail, sessions }: AccountDeletionDeps): Route[] {
  return [
    route(accountDeletionContract.get, [inSession], async ({ user }) => toDeletion(await findDeletionDue(db, user.id))),
    route(accountDeletionContract.request, [fresh], async ({ user, body, address, request, reply }) => {
      const answer = await db.transaction().execute(async (transaction) => {
        if (user.role === 'super_admin' && !hasOtherSuperAdmin(await lockPeople(transaction, [user.id]), user.id))
          throw lastSuperAdmin()
        const owed = await findOwed(transaction, user.id)
        const left = owedInAll(owed)
        if (left > 0 && !body.giveUpBalance) throw balanceLeft(owed)
        if (body.giveUpBalance) await giveUpBalance(transaction, user.id)
        const due = await setDeletionDue(transaction, user.id, UNDO_DAYS)
        await deleteSessionsOf(transaction, user.id)
        if (due !== null) await queueMail(transaction, deletionRequested, { userId: user.id }, { day: dayOf(due) })
        const target = `user ${user.id}`
        const details = body.giveUpBalance ? { gaveUpCents: left } : {}
        await appendAudit(transaction, {
          actorId: user.id,
          action: 'account.deletion-requested',
          target,
          address,
          details,
        })
        return toDeletion(due)
      })
      await sessions.end(request, reply)
      return answer
    }),
    route(accountDeletionContract.undo, [inSession], ({ user, address }) =>
      db.transaction().execute(async (transaction) => {
        if (!(await clearDeletionDue(transaction, user.id))) return toDeletion(null)
        await queueMail(transaction, accountKept, { userId: user.id }, {})
        const target = `user ${user.id}`
        await appendAudit(transaction, { actorId: user.id, action: 'account.kept', target, address })
        return toDeletion(null)
      }),
    ),
  ]
}

import { deleteSessionsOf } from '#src/features/accounts/accounts.queries.ts'
import { IDLE_SECONDS } from '#src/features/accounts/sessions.server.ts'
import { deviceName } from '#src/lib/device-name.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { notFound } from '#src/server/http/app-error.ts'
import { inSession } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { deleteSessionOf, listSessions } from './devices.queries.ts'
import { devicesContract } from './devices.schema.ts'

export function deviceRoutes({ db }: { readonly db: Db }): Route[] {
  return [
    route(devicesContract.list, [inSession], async ({ user, session }) => {
      const rows = await listSessions(db, user.id, IDLE_SECONDS)
      return {
        sessions: rows.map((row) => ({
          id: row.id,
          name: deviceName(row.user_agent),
          address: row.address,
          current: row.id === session.sessionId,
          signedInAt: row.created_at.toISOString(),
          lastSeenAt: row.last_seen_at.toISOString(),
        })),
      }
    }),
    route(devicesContract.end, [inSession], ({ user, params, address }) =>
      db.transaction().execute(async (transaction) => {
        if (!(await deleteSessionOf(transaction, user.id, params.id))) throw notFound('session')
        const target = `session ${params.id}`
        await appendAudit(transaction, { actorId: user.id, action: 'session.ended', target, address })
        return { ended: 1 }
      }),
    ),
    route(devicesContract.endOthers, [inSession], ({ user, session, address }) =>
      db.transaction().execute(async (transaction) => {
        const ended = await deleteSessionsOf(transaction, user.id, session.sessionId)
        const target = `user ${user.id}`
        const details = { ended }
        await appendAudit(transaction, { actorId: user.id, action: 'sessions.others-ended', target, address, details })
        return { ended }
      }),
    ),
  ]
}

import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { decodeCursor, encodeCursor } from '#src/server/http/cursor.ts'
import { limitAddressWith, limitAllWith, may } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Asked, Viewer } from '#src/server/http/request-context.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { cleanReport } from './clean-report.ts'
import {
  deleteOldErrors,
  findGroup,
  type GroupRow,
  listGroups,
  listReports,
  setResolved,
  storeReport,
} from './client-errors.queries.ts'
import {
  type ClientErrorGroup,
  type ClientErrorOccurrence,
  clientErrorsContract,
  GROUPS_PER_PAGE,
} from './client-errors.schema.ts'

const KEPT_DAYS = 30

const toGroup = (row: GroupRow): ClientErrorGroup => ({
  id: row.id,
  message: row.message,
  topFrame: row.top_frame,
  count: row.count,
  firstSeenAt: row.first_seen_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
  resolvedAt: row.resolved_at?.toISOString() ?? null,
})

type ReportRow = Awaited<ReturnType<typeof listReports>>[number]
const toOccurrence = (row: ReportRow): ClientErrorOccurrence => ({
  id: row.id,
  errorId: row.error_id,
  message: row.message,
  stack: row.stack,
  componentStack: row.component_stack,
  userAgent: row.user_agent,
  url: row.url,
  happenedAt: row.happened_at.toISOString(),
  receivedAt: row.created_at.toISOString(),
})

interface ClientErrorsDeps {
  readonly db: Db
  readonly limiter: Limiter
}

export function clientErrorRoutes({ db, limiter }: ClientErrorsDeps): Route[] {
  const limit = limitAddressWith(limiter)('20/min', 'client errors')
  const limitAll = limitAllWith(limiter)('300/min', 'client errors')

  const resolve = (id: string, resolved: boolean, { user, address }: Asked & { readonly user: Viewer }) =>
    db.transaction().execute(async (transaction) => {
      const row = await setResolved(transaction, id, resolved)
      assertFound(row, 'client error')
      await appendAudit(transaction, {
        actorId: user.id,
        action: resolved ? 'client-error.resolved' : 'client-error.reopened',
        target: `client-error ${id}`,
        address,
      })
      return { group: toGroup(row) }
    })

  return [
    route(clientErrorsContract.report, [limit, limitAll], async ({ body }) => {
      await storeReport(db, cleanReport(body))
      return { errorId: body.errorId }
    }),
    route(clientErrorsContract.list, [may('client-errors.read')], async ({ query }) => {
      const { state, search, cursor } = query
      const rows = await listGroups(db, { state, search, before: decodeCursor(cursor) })
      const page = rows.slice(0, GROUPS_PER_PAGE)
      const last = rows.length > GROUPS_PER_PAGE ? page.at(-1) : undefined
      return { groups: page.map(toGroup), cursor: last ? encodeCursor({ at: last.position, id: last.id }) : null }
    }),
    route(clientErrorsContract.get, [may('client-errors.read')], async ({ params }) => {
      const row = await findGroup(db, params.id)
      assertFound(row, 'client error')
      return { group: toGroup(row), occurrences: (await listReports(db, params.id)).map(toOccurrence) }
    }),
    route(clientErrorsContract.resolve, [may('client-errors.resolve')], (asked) =>
      resolve(asked.params.id, true, asked),
    ),
    route(clientErrorsContract.reopen, [may('client-errors.resolve')], (asked) =>
      resolve(asked.params.id, false, asked),
    ),
  ]
}

export const sweepClientErrors = (db: Db) => deleteOldErrors(db, KEPT_DAYS)

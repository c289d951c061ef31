import { csvLine } from '#src/lib/csv.ts'
import { appendAudit, findBrokenAuditEntry } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { limitWith, may } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { type AuditRow, countAudit, listAudit } from './audit-log.queries.ts'
import { AUDIT_ENTRIES_PER_PAGE, type AuditEntry, auditLogContract, MAX_EXPORTED } from './audit-log.schema.ts'

const toEntry = (row: AuditRow): AuditEntry => ({
  seq: row.seq,
  at: row.at.toISOString(),
  actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name, email: row.actor_email },
  action: row.action,
  target: row.target,
  targetEmail: row.target_email,
  targetTool: row.target_tool,
  address: row.address,
  details: toDetails(row.details),
})

/** An entry that somebody edited by hand may hold anything, and is to be seen all the same. */
function toDetails(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Shown as it is.
  }
  return { text }
}

const HEADER = ['number', 'time', 'actor id', 'actor email', 'action', 'target', 'address', 'details', 'hash']
const toLine = (row: AuditRow) =>
  csvLine([
    row.seq,
    row.at,
    row.actor_id,
    row.actor_email,
    row.action,
    row.target,
    row.address,
    row.details,
    row.hash.toString('hex'),
  ])

interface AuditLogDeps {
  readonly db: Db
  readonly limiter: Limiter
}

export function auditLogRoutes({ db, limiter }: AuditLogDeps): Route[] {
  const limit = limitWith(limiter)
  return [
    route(auditLogContract.list, [may('audit.read')], async ({ query: { cursor, ...filter } }) => {
      const before = cursor === undefined ? null : Number(cursor)
      const rows = await listAudit(db, { filter, before, limit: AUDIT_ENTRIES_PER_PAGE + 1 })
      const page = rows.slice(0, AUDIT_ENTRIES_PER_PAGE)
      const last = rows.length > AUDIT_ENTRIES_PER_PAGE ? page.at(-1) : undefined
      return { entries: page.map(toEntry), cursor: last === undefined ? null : String(last.seq) }
    }),
    route(auditLogContract.check, [may('audit.read'), limit('10/min', 'check the audit log')], async () => ({
      entries: await countAudit(db),
      brokenAt: await findBrokenAuditEntry(db),
    })),
    route(auditLogContract.export, [may('audit.read'), limit('10/min', 'export the audit log')], async (asked) => {
      const { user, body, address } = asked
      const rows = await listAudit(db, { filter: body, before: null, limit: MAX_EXPORTED + 1 })
      const page = rows.slice(0, MAX_EXPORTED)
      await appendAudit(db, {
        actorId: user.id,
        action: 'audit.exported',
        target: 'audit log',
        address,
        details: { rows: page.length },
      })
      const csv = csvLine(HEADER) + page.map(toLine).join('')
      return { csv, rows: page.length, complete: rows.length <= MAX_EXPORTED }
    }),
  ]
}

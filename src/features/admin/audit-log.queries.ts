import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'

export interface AuditFilter {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly target?: string | undefined
}

export interface AuditRow {
  readonly seq: number
  readonly at: Date
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly actor_email: string | null
  readonly action: string
  readonly target: string
  /** Of the account that the target names, while there is one. */
  readonly target_email: string | null
  /** Of the tool that the target names, or whose review it names, while there is one. */
  readonly target_tool: string | null
  readonly address: string
  readonly details: string
  readonly hash: Buffer
}

interface ListOptions {
  readonly filter: AuditFilter
  /** The number of the last entry of the page before. */
  readonly before: number | null
  readonly limit: number
}

const byActor = (actor: string): RawBuilder<unknown> =>
  isUuid(actor)
    ? sql`a.actor_id = ${actor}`
    : sql`a.actor_id in (select id from "user" where lower(email) = lower(${actor}))`

/** The id of a target of this kind, so that PostgreSQL can look it up instead of reading all of them. */
const idOf = (kind: 'user' | 'tool' | 'review') => sql`
  case when a.target ~ ${`^${kind} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`}
       then substr(a.target, ${sql.lit(kind.length + 2)})::uuid end`

export async function listAudit(db: Db, { filter, before, limit }: ListOptions): Promise<AuditRow[]> {
  const { actor = '', action = '', target = '' } = filter
  const conditions = [
    ...(actor === '' ? [] : [byActor(actor)]),
    ...(action === '' ? [] : [sql`starts_with(a.action, ${action})`]),
    ...(target === '' ? [] : [sql`starts_with(a.target, ${target})`]),
    ...(before === null ? [] : [sql`a.seq < ${before}`]),
  ]
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
  const { rows } = await sql<AuditRow>`
    select a.seq, a.at, a.actor_id, u.name as actor_name, u.email as actor_email, a.action, a.target, a.address,
           t.email as target_email, tool.title as target_tool, a.details, a.hash
      from audit_entry a left join "user" u on u.id = a.actor_id
      left join "user" t on t.id = ${idOf('user')} left join review on review.id = ${idOf('review')}
      left join tool on tool.id = coalesce(${idOf('tool')}, review.tool_id)
     where ${where} order by a.seq desc limit ${limit}`.execute(db)
  return rows
}

export async function countAudit(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from audit_entry`.execute(db)
  return rows[0]?.count ?? 0
}

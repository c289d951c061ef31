import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

export interface DueCheck {
  readonly tool_id: string
  readonly version: number
}

interface Taken {
  /** False when another process was quicker. */
  readonly is_mine: boolean
}

/** Before every other id. */
export const FROM_THE_FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * From now on what is due counts as looked at, for every process. Bad days are in a row: a day on which nobody looked
 * begins the count anew. One at a time: whoever is killed leaves no more than the one that they were at for the next day.
 */
async function take<Due extends DueCheck>(
  db: Db,
  day: string,
  due: RawBuilder<Due>,
): Promise<(Due & Taken) | undefined> {
  const { rows } = await sql<Due & Taken>`
    with due as (${due}),
    taken as (
      insert into tool_check (tool_id, version, day) select tool_id, version, ${day}::date from due
      on conflict (tool_id) do update set version = excluded.version, day = excluded.day,
         bad_days = case when tool_check.version = excluded.version and tool_check.last_bad >= excluded.day - 1
                         then tool_check.bad_days else 0 end
       where tool_check.day < excluded.day or tool_check.version < excluded.version
      returning tool_id)
    select due.*, taken.tool_id is not null as is_mine
      from due left join taken on taken.tool_id = due.tool_id`.execute(db)
  return rows[0]
}

/** The next creators' tool after this one that was not looked at on this day. */
export const takeNext = (db: Db, day: string, after: string) =>
  take(
    db,
    day,
    sql<DueCheck>`
      select id as tool_id, version from tool
       where status = 'published' and kind <> 'builtin' and id > ${after}
         and not exists (select from tool_check held where held.tool_id = tool.id and held.day >= ${day}::date)
       order by id limit 1`,
  )

interface DueBuiltIn extends DueCheck {
  readonly slug: string
}

/**
 * The built-in tool of these slugs that is most in need of a look on this day: one that was bad, so that its days are
 * in a row also where no process runs all day; then the one that was not looked at for longest. A version of a new
 * release is one that nobody has looked at.
 */
export const takeNextBuiltIn = (db: Db, day: string, slugs: readonly string[]) =>
  take(
    db,
    day,
    sql<DueBuiltIn>`
      select tool.id as tool_id, tool.version, tool.slug
        from tool left join tool_check held on held.tool_id = tool.id
       where tool.slug = any(${slugs}::text[]) and tool.status = 'published' and tool.kind = 'builtin'
         and (held.day is null or held.day < ${day}::date or held.version < tool.version)
       order by coalesce(held.bad_days, 0) = 0, held.day nulls first, tool.id limit 1`,
  )

/** Any of the built-in tools of these slugs that were bad on this day. */
export async function findBadBuiltIn(db: Db, day: string, slugs: readonly string[]): Promise<DueBuiltIn | undefined> {
  const { rows } = await sql<DueBuiltIn>`
    select tool.id as tool_id, tool.version, tool.slug
      from tool join tool_check held on held.tool_id = tool.id and held.version = tool.version
     where tool.slug = any(${slugs}::text[]) and tool.status = 'published' and tool.kind = 'builtin'
       and held.day = ${day}::date and held.bad_days > 0
     order by random() limit 1`.execute(db)
  return rows[0]
}

/** For what could not be looked at after all. */
export const giveBack = (db: Db, { tool_id }: DueCheck) =>
  sql`update tool_check set day = day - 1 where tool_id = ${tool_id}`.execute(db)

export interface CheckedTool {
  readonly id: string
  readonly slug: string
  readonly bad_days: number
  readonly maintenance_since: Date | null
  readonly owner_id: string | null
  readonly title: string
}

/** Until the end of the transaction; undefined when another version is published meanwhile. */
export async function lockChecked(transaction: Db, { tool_id, version }: DueCheck): Promise<CheckedTool | undefined> {
  const { rows } = await sql<CheckedTool>`
    select tool.id, tool.slug, held.bad_days, tool.maintenance_since, tool.owner_id, tool.title
      from tool_check held join tool on tool.id = held.tool_id
     where held.tool_id = ${tool_id} and held.version = ${version} and tool.version = ${version}
       for no key update of tool, held`.execute(transaction)
  return rows[0]
}

export const setBadDays = (transaction: Db, toolId: string, badDays: number) =>
  sql`update tool_check set bad_days = ${badDays}, last_bad = case when ${badDays} > 0 then day end
       where tool_id = ${toolId}`.execute(transaction)

export const setMaintenance = (transaction: Db, toolId: string, isUnderMaintenance: boolean) =>
  sql`update tool set maintenance_since = case when ${isUnderMaintenance} then now() end
       where id = ${toolId}`.execute(transaction)

/** A new version begins without a past; its examples were run when it was published. */
export async function forgetChecks(transaction: Db, toolId: string): Promise<void> {
  await sql`update tool set maintenance_since = null where id = ${toolId} and maintenance_since is not null`.execute(
    transaction,
  )
  await transaction.deleteFrom('tool_check').where('tool_id', '=', toolId).execute()
}

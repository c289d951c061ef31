import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

interface Covered {
  readonly caseId: string
  readonly toolId: string
  readonly version: number
  /** Out of the sight of strangers until the case is decided. */
  readonly isWithheld: boolean
}

/** From now on the open case is about this version too. */
export const coverVersion = (transaction: Db, { caseId, toolId, version, isWithheld }: Covered) =>
  sql`insert into case_version (case_id, tool_id, version, round, withheld)
      select id, ${toolId}, ${version}, round, ${isWithheld} from moderation_case where id = ${caseId}
      on conflict (case_id, version) do update
        set round = excluded.round, withheld = case_version.withheld or excluded.withheld`.execute(transaction)

/** As the case was decided: what was refused in an earlier round and was not looked at again stays withheld. */
export const settleVersions = (transaction: Db, caseId: string, isFine: boolean) =>
  sql`update case_version set withheld = ${!isFine} from moderation_case c
       where c.id = case_id and case_id = ${caseId} and case_version.round = c.round`.execute(transaction)

/** What was decided about is looked at again. */
export const takeVersionsAlong = (transaction: Db, caseId: string) =>
  sql`update case_version set round = c.round from moderation_case c
       where c.id = case_id and case_id = ${caseId} and case_version.round = c.round - 1`.execute(transaction)

/** Which tool a case is about; undefined for an account. */
export async function findToolOf(db: Db, caseId: string): Promise<string | undefined> {
  const row = await db.selectFrom('moderation_case').select('tool_id').where('id', '=', caseId).executeTakeFirst()
  return row?.tool_id ?? undefined
}

interface VersionRow {
  readonly version: number
  readonly semver: string | null
  readonly is_current: boolean
  /** The case is about it as it is now. */
  readonly is_covered: boolean
  /** Strangers do not read it. */
  readonly is_withheld: boolean
}

/** Older ones are not listed. */
const MOST_VERSIONS = 200

/** The versions of the tool that a case is about, the newest first. */
export async function listVersionsOf(db: Db, caseId: string): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select v.version, v.semver, v.version = tool.version as is_current,
           exists (select from case_version mine where mine.case_id = c.id and mine.version = v.version
                      and mine.round = c.round) as is_covered,
           exists (select from case_version held where held.tool_id = v.tool_id and held.version = v.version
                      and held.withheld) as is_withheld
      from moderation_case c join tool on tool.id = c.tool_id join tool_version v on v.tool_id = c.tool_id
     where c.id = ${caseId} order by v.version desc limit ${sql.lit(MOST_VERSIONS)}`.execute(db)
  return rows
}

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

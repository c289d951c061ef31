import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '#src/lib/ids.ts'
import type { StandingDecision } from '#src/lib/standing-decision.schema.ts'
import type { Db } from '#src/server/database.ts'

/** As JSON: the decision of a case of this person, for its statement; null without one. */
const decisionOf = (
  person: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
): RawBuilder<StandingDecision | null> => sql`
  (select json_build_object('statementId', c.id, 'decision', latest.decision, 'reason', coalesce(latest.reason, ''))
     from moderation_case c
     join lateral (select * from moderation_decision where case_id = c.id order by round desc limit 1) latest on true
    where c.person_id = ${person} and latest.decision in ('hide', 'remove') and ${which})`

/** As JSON: what keeps a tool out of sight; a removal before a hiding, then the latest. */
export const decisionOfTool = (toolId: RawBuilder<unknown>, person: RawBuilder<unknown>) =>
  decisionOf(
    person,
    sql`c.id = (select case_id from tool_hold where tool_id = ${toolId} and cause in ('decision', 'removal')
                 order by cause = 'removal' desc, since desc limit 1)`,
  )

interface HiddenText {
  readonly kind: 'review' | 'reply'
  readonly reviewId: RawBuilder<unknown>
  /** Of a review; every answer is one text. */
  readonly version: RawBuilder<unknown>
  readonly person: RawBuilder<unknown>
}

/** As JSON: why a review or an answer is not shown. */
export const decisionOfText = ({ kind, reviewId, version, person }: HiddenText) =>
  decisionOf(
    person,
    sql`c.id = (select id from moderation_case
                 where kind = ${sql.lit(kind)} and review_id = ${reviewId} and text_version is not distinct from ${version}
                   order by opened_at desc limit 1)`,
  )

/** Of a tool of this person; null where nothing was decided, and for what its owner has deleted. Undefined for those of others. */
export async function findDecisionOfTool(
  db: Db,
  idOrSlug: string,
  personId: string,
): Promise<{ readonly decision: StandingDecision | null } | undefined> {
  const which = isUuid(idOrSlug) ? sql`tool.id = ${idOrSlug}` : sql`tool.slug = ${idOrSlug}`
  const { rows } = await sql<{ decision: StandingDecision | null }>`
    select case when tool.status = 'hidden' or tool.removed_reason is not null
                then ${decisionOfTool(sql`tool.id`, sql`tool.owner_id`)} end as decision
      from tool where ${which} and tool.owner_id = ${personId}`.execute(db)
  return rows[0]
}

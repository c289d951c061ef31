import { sql } from 'kysely'
import type { Dispute } from '#src/features/copyright/copyright.schema.ts'
import { disputeOf } from '#src/features/copyright/disputes.queries.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { ReportReason } from '#src/lib/report-reasons.ts'
import type { Db } from '#src/server/database.ts'
import { earlierOf } from './cases.queries.ts'
import { APPEAL_DAYS, type CaseKind, type Decision, type EarlierDecision } from './moderation.schema.ts'
import { serviceHours } from './service-clock.ts'

export interface StatementRow {
  readonly id: string
  readonly kind: CaseKind
  /** These three are null where it is about the account. */
  readonly tool_id: string | null
  readonly slug: string | null
  readonly title: string | null
  readonly subject: string
  readonly decision: Decision
  readonly ground: ReportReason | null
  readonly reason: string
  readonly closed_at: Date
  readonly is_recent: boolean
  readonly is_open_again: boolean
  /** A suspension that was lifted. */
  readonly is_lifted: boolean
  readonly earlier: readonly EarlierDecision[]
  readonly dispute: Dispute | null
  readonly appeal_text: string | null
  readonly appealed_at: Date | null
  readonly appeal_decision: Decision | null
  readonly appeal_reason: string | null
  readonly appeal_closed_at: Date | null
  readonly appeal_earlier: readonly EarlierDecision[]
}

/** The latest decision about something of this person, also while somebody looks at it once more. */
export async function findStatement(db: Db, id: string, personId: string): Promise<StatementRow | undefined> {
  const { rows } = await sql<StatementRow>`
    select c.id, c.kind, c.tool_id, tool.slug, tool.title, latest.subject, latest.decision, latest.ground,
           coalesce(latest.reason, '') as reason, latest.closed_at, c.closed_at is null as is_open_again,
           c.kind = 'suspension' and not exists (
             select from "user" where id = c.person_id and suspended_at <= latest.closed_at) as is_lifted,
           latest.closed_at > now() - make_interval(days => ${APPEAL_DAYS}) as is_recent,
           ${earlierOf(sql`c.id`, sql`latest.round`)} as earlier,
           ${disputeOf(sql`c.id`, sql`false`)} as dispute, appeal.subject as appeal_text, appeal.decision as appeal_decision,
           least(appeal.opened_at, (select min(opened_at) from earlier_decision where case_id = appeal.id)) as appealed_at,
           appeal.reason as appeal_reason, appeal.closed_at as appeal_closed_at,
           ${earlierOf(sql`appeal.id`, sql`appeal.round`)} as appeal_earlier
      from moderation_case c left join tool on tool.id = c.tool_id
      join lateral (select * from moderation_decision where case_id = c.id order by round desc limit 1) latest on true
      left join moderation_case appeal
             on appeal.appealed_id = c.id and appeal.kind = 'appeal' and appeal.appealed_round = latest.round
     where c.id = ${id} and c.person_id = ${personId} and c.appealed_id is null`.execute(db)
  return rows[0]
}

/** False when there is one already. */
export async function openAppeal(transaction: Db, id: string, text: string): Promise<boolean> {
  const { rows } = await sql`
    insert into moderation_case (id, kind, tool_id, review_id, text_version, appealed_id, appealed_round, person_id, subject, due_at)
    select ${uuidv7()}, 'appeal', tool_id, review_id, text_version, id, round, person_id, ${text},
           now() + make_interval(hours => ${serviceHours({ kind: 'appeal' })})
      from moderation_case where id = ${id}
    on conflict (appealed_id, kind, appealed_round) where appealed_id is not null do nothing returning 1`.execute(
    transaction,
  )
  return rows.length === 1
}

/** A question to the moderators that the law answers with `dueAt`, unless the claimant goes to court. False when there is one already. */
export async function openCounter(transaction: Db, id: string, { text, dueAt }: { text: string; dueAt: Date }) {
  const { rows } = await sql`
    insert into moderation_case (id, kind, tool_id, appealed_id, appealed_round, person_id, subject, due_at)
    select ${uuidv7()}, 'counter', tool_id, id, round, person_id, ${text}, ${dueAt} from moderation_case where id = ${id}
    on conflict (appealed_id, kind, appealed_round) where appealed_id is not null do nothing returning 1`.execute(
    transaction,
  )
  return rows.length === 1
}

import { type RawBuilder, sql } from 'kysely'
import { hasFactor } from '#src/features/admin/people.queries.ts'
import type { Dispute } from '#src/features/copyright/copyright.schema.ts'
import { disputeOf } from '#src/features/copyright/disputes.queries.ts'
import type { ReportedRun } from '#src/features/reports/reported-run.ts'
import type { ReportReason } from '#src/lib/report-reasons.ts'
import type { Db } from '#src/server/database.ts'
import type { Position } from '#src/server/http/cursor.ts'
import {
  CASES_PER_PAGE,
  type CaseHint,
  type CaseKind,
  CLAIM_MINUTES,
  type Decision,
  type EarlierDecision,
  type HoldCause,
} from './moderation.schema.ts'
import type { Outcome } from './outcome-words.ts'

export interface CaseRow {
  readonly id: string
  readonly kind: CaseKind
  readonly revision: number
  /** What its list is ordered by, as PostgreSQL writes it. */
  readonly place: string
  readonly opened_at: Date
  readonly due_at: Date
  readonly claimed_by: string | null
  readonly claimer: string | null
  /** These three are null where it is about an account. */
  readonly slug: string | null
  readonly title: string | null
  readonly tool_status: 'draft' | 'published' | 'hidden' | 'removed' | 'deleted' | null
  readonly held_otherwise: readonly HoldCause[]
  readonly person_id: string | null
  readonly person: string | null
  readonly subject: string
  readonly stars: number | null
  readonly shown: string | null
  readonly hints: readonly CaseHint[]
  readonly dispute: Dispute | null
  readonly closed_at: Date | null
  readonly decision: Decision | null
  readonly ground: ReportReason | null
  readonly reason: string | null
  readonly decider: string | null
  /** What was decided before it was opened again, the latest first. */
  readonly earlier: readonly EarlierDecision[]
  readonly appealed: {
    readonly kind: CaseKind
    readonly subject: string
    readonly decision: Decision
    readonly ground: ReportReason | null
    readonly reason: string
  } | null
  readonly reports: readonly {
    readonly reference: string
    readonly reason: ReportReason
    readonly details: string
    readonly run: ReportedRun | null
    readonly reporter: string | null
    readonly createdAt: string
  }[]
}

/** More are not read for one question. */
const REPORTS_SHOWN = 20

const isStranger = (viewerId: string) =>
  sql`(${viewerId}::uuid is distinct from tool.owner_id and ${viewerId}::uuid is distinct from c.person_id)`

/** As JSON: the decisions of this case before the one of this round. */
export const earlierOf = (
  caseId: RawBuilder<unknown>,
  round: RawBuilder<unknown>,
): RawBuilder<EarlierDecision[]> => sql`
  coalesce((select json_agg(json_build_object('decision', decision, 'ground', ground, 'reason', coalesce(reason, ''),
                                              'decidedAt', closed_at, 'appeal', (
                     select json_build_object('text', appeal.subject, 'outcome', (
                              select json_build_object('decision', decision, 'reason', coalesce(reason, ''), 'at', closed_at)
                                from moderation_decision where case_id = appeal.id order by round desc limit 1))
                       from moderation_case appeal
                      where appeal.appealed_id = e.case_id and appeal.kind = 'appeal' and appeal.appealed_round = e.round))
                              order by e.round desc)
              from earlier_decision e where e.case_id = ${caseId} and e.round < ${round}), '[]')`

/** As this moderator sees them: who owns a tool, or did when it was reported, does not learn who reported it. */
const casesFor = (viewerId: string) => sql`
  select c.id, c.kind, c.revision, coalesce(c.closed_at, c.due_at)::text as place, c.opened_at, c.due_at, claimer.id as claimed_by, claimer.name as claimer, tool.slug,
         tool.title, case when tool.removed_reason is null then tool.status else 'removed' end as tool_status, person.id as person_id, person.name as person, c.subject, c.hints, c.closed_at,
         c.decision, c.ground, c.reason, decider.name as decider,
         (select shown.title || e'\n\n' || shown.content from review join review_text shown
              on shown.review_id = review.id and shown.version = review.shown
           where review.id = c.review_id and c.kind = 'review' and shown.version <> c.text_version) as shown,
         (select rating.stars from review join rating using (tool_id, user_id)
           where review.id = c.review_id and (c.kind = 'review' or c.kind = 'appeal' and c.text_version is not null)) as stars,
         ${earlierOf(sql`c.id`, sql`c.round`)} as earlier,
         array(select distinct cause from tool_hold
                where tool_id = c.tool_id and case_id is distinct from coalesce(c.appealed_id, c.id)
                order by cause) as held_otherwise,
         (select json_build_object('kind', about.kind, 'subject', before.subject, 'decision', before.decision,
                                   'ground', before.ground, 'reason', coalesce(before.reason, ''))
            from moderation_decision before join moderation_case about on about.id = before.case_id
           where before.case_id = c.appealed_id and before.round = c.appealed_round) as appealed,
         ${disputeOf(sql`coalesce(c.appealed_id, c.id)`, isStranger(viewerId))} as dispute,
         coalesce((select json_agg(json_build_object('reference', reference, 'reason', reason, 'details', details, 'run', run,
                            'reporter', reporter, 'createdAt', created_at) order by created_at)
                     from (select report.*, case when ${isStranger(viewerId)} then "user".name end as reporter from report
                             left join "user" on "user".id = report.reporter_id
                            where report.case_id in (c.id, c.appealed_id)
                            order by report.created_at limit ${sql.lit(REPORTS_SHOWN)}) given), '[]') as reports
    from moderation_case c left join tool on tool.id = c.tool_id
    left join "user" person on person.id = c.person_id
    left join "user" decider on decider.id = c.decided_by
    left join "user" claimer on claimer.id = c.claimed_by
     and c.claimed_at > now() - make_interval(mins => ${sql.lit(CLAIM_MINUTES)})`

interface ListOptions {
  readonly viewerId: string
  readonly state: 'open' | 'decided'
  readonly kind: CaseKind | 'all'
  /** The last of the page before. */
  readonly after: Position | null
}

/** One more row than a page holds tells whether there is a next page. */
export async function listCases(db: Db, { viewerId, state, kind, after }: ListOptions): Promise<CaseRow[]> {
  const isKind = kind === 'all' ? sql`true` : sql`c.kind = ${kind}`
  const page =
    state === 'open'
      ? sql`c.closed_at is null and ${after === null ? sql`true` : sql`(c.due_at, c.id) > (${after.at}::timestamptz, ${after.id}::uuid)`}
            and ${isKind} order by c.due_at, c.id`
      : sql`c.closed_at is not null
            and ${after === null ? sql`true` : sql`(c.closed_at, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
            and ${isKind} order by c.closed_at desc, c.id desc`
  const { rows } = await sql<CaseRow>`${casesFor(viewerId)} where ${page} limit ${CASES_PER_PAGE + 1}`.execute(db)
  return rows
}

export async function findCase(db: Db, id: string, viewerId: string): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`${casesFor(viewerId)} where c.id = ${id}`.execute(db)
  return rows[0]
}

interface OpenCount {
  readonly open: number
  readonly overdue: number
}

/** Kinds of which none is open are not there. */
export async function countWaiting(db: Db): Promise<(OpenCount & { readonly kind: CaseKind })[]> {
  const { rows } = await sql<OpenCount & { readonly kind: CaseKind }>`
    select kind, count(*)::int as open, (count(*) filter (where due_at < now()))::int as overdue
      from moderation_case where closed_at is null group by kind`.execute(db)
  return rows
}

export const sumUp = (counts: readonly OpenCount[]): OpenCount => ({
  open: counts.reduce((sum, { open }) => sum + open, 0),
  overdue: counts.reduce((sum, { overdue }) => sum + overdue, 0),
})

export const countOpen = async (db: Db): Promise<OpenCount> => sumUp(await countWaiting(db))

export interface LockedCase {
  readonly id: string
  readonly kind: CaseKind
  readonly revision: number
  /** These three are empty where it is about an account. */
  readonly tool_id: string
  readonly slug: string
  readonly title: string
  /** Null too when the review was deleted. */
  readonly review_id: string | null
  readonly text_version: number | null
  readonly appealed_id: string | null
  readonly person_id: string | null
  readonly closed_at: Date | null
  readonly claimed_by: string | null
  readonly claimed_at: Date | null
  /** Who wanted the suspension that somebody else has confirmed. */
  readonly proposed_by: string | null
  readonly decided_by: string | null
  readonly owner_id: string | null
  readonly was_out_of_sight: boolean
  /** Its creator has deleted the tool, or left. */
  readonly is_gone: boolean
  readonly decision: Decision | null
  readonly ground: ReportReason | null
}

export const isAboutAccount = ({ tool_id }: LockedCase): boolean => tool_id === ''
export const isAboutText = ({ kind }: LockedCase): boolean => kind === 'review' || kind === 'reply'

/** Until the end of the transaction; `slug`, `title` and `owner_id` are the tool's. */
export async function lockCase(transaction: Db, id: string): Promise<LockedCase | undefined> {
  // The account before a case about it, as an admin does who suspends somebody or ends that.
  await sql`select from "user" where id = (select person_id from moderation_case where id = ${id} and tool_id is null)
               for update`.execute(transaction)
  // The review before its case, as its author does who changes or deletes it: neither waits for the other in a circle.
  await sql`select from review where id = (select review_id from moderation_case where id = ${id}) for update`.execute(
    transaction,
  )
  // The tool before a case about it, as its creator does who publishes or deletes it.
  await sql`select from tool where id = (select tool_id from moderation_case where id = ${id} and review_id is null)
               for no key update`.execute(transaction)
  // And the decision before the appeal and the counter-claim against it: the end of one ends the other.
  await sql`select from moderation_case where id = (select appealed_id from moderation_case where id = ${id}) for update`.execute(
    transaction,
  )
  const { rows } = await sql<LockedCase>`
    select c.id, c.kind, c.revision, coalesce(c.tool_id::text, '') as tool_id, c.review_id, c.text_version, appealed_id, person_id, closed_at, claimed_by,
           claimed_at, proposed_by, decided_by, decision, ground, coalesce(tool.slug, '') as slug, coalesce(tool.title, '') as title, tool.owner_id,
           coalesce(tool.status <> 'published', false) as was_out_of_sight,
           coalesce(tool.status = 'deleted' and tool.removed_reason is null, false) as is_gone
      from moderation_case c left join tool on tool.id = c.tool_id where c.id = ${id} for update of c`.execute(
    transaction,
  )
  return rows[0]
}

export const setClaim = (transaction: Db, id: string, userId: string | null) =>
  transaction
    .updateTable('moderation_case')
    .set({ claimed_by: userId, claimed_at: userId === null ? null : sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

interface Closing {
  readonly decision: Decision
  readonly ground: ReportReason | null
  readonly reason: string
  /** Null when a day set by law has come. */
  readonly decidedBy: string | null
}

export const closeCase = (transaction: Db, id: string, { decision, ground, reason, decidedBy }: Closing) =>
  transaction
    .updateTable('moderation_case')
    .set({
      ...{ decision, ground, reason, decided_by: decidedBy, closed_at: sql<Date>`now()` },
      ...{ claimed_by: null, claimed_at: null },
    })
    .where('id', '=', id)
    .execute()

/** What was given back needs no further look. */
export const closeSecondLooks = (transaction: Db, id: string, decidedBy: string | null) =>
  transaction
    .updateTable('moderation_case')
    .set({
      ...{ decision: 'restore', reason: '', decided_by: decidedBy, closed_at: sql<Date>`now()` },
      ...{ claimed_by: null, claimed_at: null },
    })
    .where('appealed_id', '=', id)
    .where('closed_at', 'is', null)
    .execute()

/** False when a newer question about the same is open, or an appeal. What was decided stays to be read. */
export async function reopenCase(
  transaction: Db,
  { id }: Pick<LockedCase, 'id'>,
  dueAt: RawBuilder<Date>,
): Promise<boolean> {
  const { rows } = await sql`
    with kept as (
      insert into earlier_decision (case_id, round, subject, decision, ground, reason, decided_by, opened_at, closed_at)
      select id, round, subject, decision, ground, reason, decided_by, opened_at, closed_at from moderation_case c
       where id = ${id} and closed_at is not null
         and not exists (select from moderation_case newer
                          where newer.closed_at is null and newer.id <> c.id
                            and (newer.kind = c.kind and newer.tool_id = c.tool_id
                                 and newer.review_id is not distinct from c.review_id
                                 and newer.appealed_id is not distinct from c.appealed_id
                                 or newer.kind = 'appeal' and newer.appealed_id = c.id))
      returning case_id)
    update moderation_case
       set closed_at = null, decision = null, ground = null, reason = null, decided_by = null, round = round + 1,
           opened_at = now(), due_at = ${dueAt}
      from kept where id = case_id returning 1`.execute(transaction)
  return rows.length === 1
}

/** Whether this appeal was won before it was opened again, and nothing else has given back what it is about. */
export async function wasWon(transaction: Db, { id, appealed_id }: LockedCase): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    select coalesce((select decision = 'restore' from earlier_decision where case_id = ${id}
                      order by round desc limit 1), false)
           and not exists (select from moderation_case where appealed_id = ${appealed_id} and kind = 'counter'
                              and decision = 'restore') as was`.execute(transaction)
  return rows[0]?.was ?? false
}

/** Counter-claims that nobody has decided, whose last day is before `limit`, and whose claimant did not go to court. */
export async function listDueCounters(db: Db, limit: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('moderation_case')
    .leftJoin('copyright_dispute', 'copyright_dispute.case_id', 'appealed_id')
    .select('id')
    .where('kind', '=', 'counter')
    .where('closed_at', 'is', null)
    .where('due_at', '<', limit)
    .where('court_at', 'is', null)
    .orderBy('due_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether this person has reported what the case is about, or claims a copyright in it. */
const isReporterOf = (about: Pick<LockedCase, 'id' | 'appealed_id'>, userId: RawBuilder<unknown>) => sql<boolean>`
  exists (select from report left join copyright_claim on report_id = report.id
           where report.case_id in (${about.id}, ${about.appealed_id})
             and (reporter_id = ${userId}
                  or lower(copyright_claim.email) = (select lower(email) from "user" where id = ${userId})))`

export async function hasReported(db: Db, about: LockedCase, userId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${isReporterOf(about, sql`${userId}::uuid`)} as is`.execute(db)
  return rows[0]?.is ?? false
}

/**
 * Whether anybody else could decide instead, besides `other`: nobody can without a second factor, nor about something of
 * their own, and about the account of a super admin only super admins.
 */
export async function hasColleague(
  db: Db,
  about: LockedCase,
  userId: string,
  other: string | null = null,
): Promise<boolean> {
  const isRanked = isAboutAccount(about)
    ? sql`(role = 'super_admin' or (select role from "user" where id = ${about.person_id}) <> 'super_admin')`
    : sql`true`
  const { rows } = await sql`
    select from "user" u
     where role <> 'user' and suspended_at is null and ${hasFactor}
       and ${isRanked} and u.id <> ${userId} and u.id is distinct from ${other}::uuid
       and u.id is distinct from ${about.person_id} and u.id is distinct from ${about.owner_id}
       and not ${isReporterOf(about, sql`u.id`)}
     limit 1`.execute(db)
  return rows.length === 1
}

export async function findOwnerOf(db: Db, toolId: string): Promise<string | null> {
  const row = await db.selectFrom('tool').select('owner_id').where('id', '=', toolId).executeTakeFirst()
  return row?.owner_id ?? null
}

/** What there is of a tool now. */
export async function findOutcome(transaction: Db, toolId: string): Promise<Outcome> {
  const { rows } = await sql<{ outcome: Outcome }>`
    select case when status = 'published' then 'visible'
                when status = 'deleted' and (removed_reason is null or owner_id is null and kind <> 'builtin') then 'gone'
                else 'away' end as outcome
      from tool where id = ${toolId}`.execute(transaction)
  return rows[0]?.outcome ?? 'gone'
}

/** Whether its creator reads at this tool why it stays away: a decision says it there, and whoever is suspended opens none. */
export async function canReadWhyAway(transaction: Db, toolId: string): Promise<boolean> {
  const rows = await transaction.selectFrom('tool_hold').select('cause').where('tool_id', '=', toolId).execute()
  const causes = new Set(rows.map(({ cause }) => cause))
  return (causes.has('decision') || causes.has('removal')) && !causes.has('suspension')
}

/** Whether an answer to this review waits for a moderator. */
export async function hasOpenReply(transaction: Db, reviewId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('moderation_case')
    .select('id')
    .where('review_id', '=', reviewId)
    .where('kind', '=', 'reply')
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

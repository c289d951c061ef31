import { sql } from 'kysely'
import type { Hint } from '#src/features/first-look/first-look.schema.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import { coverVersion } from './case-versions.queries.ts'
import { reopenCase } from './cases.queries.ts'
import { mergeHints } from './merge-hints.ts'
import type { CaseHint, Ground } from './moderation.schema.ts'
import { serviceHours } from './service-clock.ts'

interface Text {
  readonly kind: 'review' | 'reply'
  readonly toolId: string
  readonly reviewId: string
  /** Which text of the review. */
  readonly version: number | null
  readonly personId: string
  readonly subject: string
}

/**
 * Puts a text before the moderators. One that changes while it waits keeps its place, and whoever had it in hand has to
 * read it anew.
 */
export async function openCase(transaction: Db, text: Text): Promise<void> {
  await sql`
    insert into moderation_case (id, kind, tool_id, review_id, text_version, person_id, subject, due_at)
    values (${uuidv7()}, ${text.kind}, ${text.toolId}, ${text.reviewId}, ${text.version}, ${text.personId},
            ${text.subject}, now() + make_interval(hours => ${serviceHours({ kind: text.kind })}))
    on conflict (review_id, kind) where kind in ('review', 'reply') and closed_at is null
    do update set text_version = excluded.text_version, subject = excluded.subject, claimed_by = null, claimed_at = null,
                  revision = moderation_case.revision + 1`.execute(transaction)
}

/** The question that reports of a tool are part of: the one that is open, or a new one. The gravest sets the time. */
export async function openReportCase(transaction: Db, toolId: string, ground: Ground): Promise<string> {
  const hours = serviceHours({ kind: 'report', ground })
  const { rows } = await sql<{ id: string }>`
    insert into moderation_case (id, kind, tool_id, person_id, subject, due_at)
    select ${uuidv7()}, 'report', id, owner_id, title || e'\n\n' || description, now() + make_interval(hours => ${hours})
      from tool where id = ${toolId}
    on conflict (tool_id) where kind = 'report' and closed_at is null
    do update set due_at = least(moderation_case.due_at, excluded.due_at) returning id`.execute(transaction)
  const [row] = rows
  if (row === undefined) throw new Error('the tool of a report is gone')
  return row.id
}

interface ToolToLookAt {
  readonly toolId: string
  /** Null for tools that come with Fettle. */
  readonly ownerId: string | null
  /** The listing and the code, as they were published. */
  readonly subject: string
  /** What is published, and how people call it. */
  readonly version: number
  readonly semver: string
  readonly hints: readonly Hint[]
  readonly isHeld: boolean
}

interface OpenedCase {
  readonly caseId: string
  /** It was decided before, about an earlier version. */
  readonly isOpenedAgain: boolean
}

/**
 * The case that hid or removed this tool as it was published before, if it still does: what was mended is what it goes on
 * about, so that approving it brings the tool back. Of a copyright that others claim nobody says so by approving a version.
 */
async function openAgain(transaction: Db, toolId: string, hours: number): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from moderation_case c
     where tool_id = ${toolId} and kind = 'tool' and closed_at is not null and ground is distinct from 'copyright'
       and exists (select from tool_hold where case_id = c.id)
     order by closed_at desc limit 1`.execute(transaction)
  const [last] = rows
  const dueAt = sql<Date>`now() + make_interval(hours => ${hours})`
  if (last === undefined || !(await reopenCase(transaction, last, dueAt))) return false
  await sql`update moderation_case set hints = '[]' where id = ${last.id}`.execute(transaction)
  await sql`update earlier_decision set stands = true from moderation_case c
             where c.id = case_id and case_id = ${last.id} and earlier_decision.round = c.round - 1`.execute(
    transaction,
  )
  return true
}

/** Of the question that is open. */
async function lockHints(transaction: Db, toolId: string): Promise<readonly CaseHint[]> {
  const { rows } = await sql<{ hints: readonly CaseHint[] }>`
    select hints from moderation_case where tool_id = ${toolId} and kind = 'tool' and closed_at is null
       for update`.execute(transaction)
  return rows[0]?.hints ?? []
}

/**
 * The question about a tool: the one that is open, the one whose decision was about it as it was before, or a new one. A
 * new version of a tool that waits keeps its place, and whoever had it in hand has to read it anew.
 */
export async function openToolCase(transaction: Db, about: ToolToLookAt): Promise<OpenedCase> {
  const { toolId, ownerId, subject, isHeld } = about
  const hours = serviceHours({ kind: 'tool', isHeld })
  const isOpenedAgain = await openAgain(transaction, toolId, hours)
  const hints = mergeHints(await lockHints(transaction, toolId), about.hints, about.semver)
  const { rows } = await sql<{ id: string }>`
    insert into moderation_case (id, kind, tool_id, person_id, subject, hints, due_at)
    values (${uuidv7()}, 'tool', ${toolId}, ${ownerId}, ${subject}, ${JSON.stringify(hints)}::json,
            now() + make_interval(hours => ${hours}))
    on conflict (tool_id) where kind = 'tool' and closed_at is null
    do update set subject = excluded.subject, hints = excluded.hints, claimed_by = null, claimed_at = null,
                  revision = moderation_case.revision + 1,
                  due_at = least(moderation_case.due_at, excluded.due_at) returning id`.execute(transaction)
  const [row] = rows
  if (row === undefined) throw new Error('the question about a tool was not opened')
  await coverVersion(transaction, { caseId: row.id, toolId, version: about.version, isWithheld: isHeld })
  return { caseId: row.id, isOpenedAgain }
}

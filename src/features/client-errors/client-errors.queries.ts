import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import type { Position } from '#src/server/http/cursor.ts'
import { fingerprintText, topFrame } from './clean-report.ts'
import { type ClientErrorReport, GROUPS_PER_PAGE, KEPT_REPORTS } from './client-errors.schema.ts'

/** Kinds of failures that are remembered: a flood of made-up ones cannot fill the disk. */
const MAX_GROUPS = 5000

export interface GroupRow {
  readonly id: string
  readonly message: string
  readonly top_frame: string
  readonly count: number
  readonly first_seen_at: Date
  readonly last_seen_at: Date
  readonly resolved_at: Date | null
  readonly position: string
}

const GROUP = sql`id, message, top_frame, count, first_seen_at, last_seen_at, resolved_at, last_seen_at::text as position`

/** Counts a report that was cleaned, and keeps it among the latest of its kind. */
export const storeReport = (db: Db, report: ClientErrorReport): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const groupId = await countGroup(transaction, report)
    await transaction
      .insertInto('client_error')
      .values({
        id: uuidv7(),
        group_id: groupId,
        error_id: report.errorId,
        message: report.message,
        stack: report.stack,
        component_stack: report.componentStack,
        user_agent: report.userAgent,
        url: report.url,
        happened_at: report.timestamp,
      })
      .execute()
    await sql`
      delete from client_error where group_id = ${groupId} and id not in (
        select id from client_error where group_id = ${groupId}
         order by created_at desc, id desc limit ${KEPT_REPORTS})`.execute(transaction)
  })

/** Happening again opens a group that was resolved. The row stays locked until the report is in. */
async function countGroup(transaction: Db, report: ClientErrorReport): Promise<string> {
  const { id } = await transaction
    .insertInto('client_error_group')
    .values({
      id: uuidv7(),
      fingerprint: createHash('sha256').update(fingerprintText(report)).digest(),
      message: report.message.slice(0, 500),
      top_frame: topFrame(report.stack),
    })
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet((set) => ({
        count: set('client_error_group.count', '+', 1),
        last_seen_at: sql<Date>`now()`,
        resolved_at: null,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface ListOptions {
  readonly state: 'open' | 'resolved'
  readonly search: string | undefined
  readonly before: Position | null
}

/** One more row than a page holds tells whether there is a next page. */
export async function listGroups(db: Db, { state, search, before }: ListOptions): Promise<GroupRow[]> {
  const matches: RawBuilder<unknown> =
    search === undefined || search === ''
      ? sql`true`
      : sql`(strpos(lower(message), lower(${search})) > 0
             or exists (select from client_error e where e.group_id = client_error_group.id and e.error_id = ${search}))`
  const after = before === null ? sql`true` : sql`(last_seen_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)`
  const resolved = state === 'open' ? sql`resolved_at is null` : sql`resolved_at is not null`
  const { rows } = await sql<GroupRow>`
    select ${GROUP} from client_error_group where ${resolved} and ${matches} and ${after}
     order by last_seen_at desc, id desc limit ${GROUPS_PER_PAGE + 1}`.execute(db)
  return rows
}

export async function findGroup(db: Db, id: string): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`select ${GROUP} from client_error_group where id = ${id}`.execute(db)
  return rows[0]
}

export const listReports = (db: Db, groupId: string) =>
  db
    .selectFrom('client_error')
    .selectAll()
    .where('group_id', '=', groupId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(KEPT_REPORTS)
    .execute()

/** The group afterwards; undefined when there is none. */
export async function setResolved(db: Db, id: string, resolved: boolean): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    update client_error_group set resolved_at = ${resolved ? sql`now()` : sql`null`} where id = ${id}
    returning ${GROUP}`.execute(db)
  return rows[0]
}

export const countOpenGroups = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from client_error_group where resolved_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Reports go after `days`, kinds that were not seen for so long as well, and the oldest beyond what is remembered. */
export async function deleteOldErrors(db: Db, days: number): Promise<void> {
  await sql`delete from client_error where created_at < now() - make_interval(days => ${days})`.execute(db)
  await sql`
    delete from client_error_group where last_seen_at < now() - make_interval(days => ${days}) or id in (
      select id from client_error_group order by last_seen_at desc, id desc offset ${MAX_GROUPS})`.execute(db)
}

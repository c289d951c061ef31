import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import type { Position } from '#src/server/http/cursor.ts'
import { cardColumns, type WorkflowCardRow, withLastExecution } from './workflows.queries.ts'
import { OUTCOMES_SHOWN, WORKFLOWS_PER_PAGE, type WorkflowEntry, type WorkflowFilter } from './workflows.schema.ts'

export interface WorkflowEntryRow extends WorkflowCardRow {
  readonly tags: string[]
  readonly failing: boolean
  /** The newest last. */
  readonly outcomes: WorkflowEntry['outcomes']
  readonly position: string
}

/** Failures in a row, with no success after them, from which a workflow counts as failing. */
const FAILING_RUNS = 3

/** Runs of the draft are tries: they say nothing of what runs in production. */
const ended = (status: 'succeeded' | 'failed') =>
  sql`from execution e where e.workflow_id = workflow.id and e.status = ${sql.lit(status)} and e.version is not null
      order by e.created_at desc, e.id desc`

const isFailing = sql`(workflow.status = 'published' and coalesce(
  (select e.created_at ${ended('failed')} offset ${sql.lit(FAILING_RUNS - 1)} limit 1)
    > coalesce((select e.created_at ${ended('succeeded')} limit 1), '-infinity'), false))`

/** The last of each kind by the index on states: among a million runs of a draft a scan would not find them. */
const outcomes = sql`array(
  select ended.status from (
    select * from (
      (select e.created_at, e.id, e.status ${ended('succeeded')} limit ${sql.lit(OUTCOMES_SHOWN)})
      union all (select e.created_at, e.id, e.status ${ended('failed')} limit ${sql.lit(OUTCOMES_SHOWN)})) both_kinds
     order by created_at desc, id desc limit ${sql.lit(OUTCOMES_SHOWN)}) ended
   order by ended.created_at, ended.id)`

interface Order {
  /** What a cursor remembers of a row. */
  readonly key: RawBuilder<unknown>
  readonly direction: 'asc' | 'desc'
  readonly type: RawBuilder<unknown>
}

const ORDERS = {
  changed: { key: sql`workflow.updated_at`, direction: 'desc', type: sql`timestamptz` },
  name: { key: sql`lower(workflow.name)`, direction: 'asc', type: sql`text` },
  // Those that never ran come last.
  run: {
    key: sql`coalesce(last.created_at, timestamptz '1970-01-01 00:00:00+00')`,
    direction: 'desc',
    type: sql`timestamptz`,
  },
} satisfies Record<NonNullable<WorkflowFilter['sort']>, Order>

const likePart = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function conditions({ text, status, tag }: WorkflowFilter): RawBuilder<unknown>[] {
  const wanted = likePart(text ?? '')
  return [
    ...(text === undefined
      ? []
      : [
          sql`(workflow.name ilike ${wanted} or exists (select from unnest(workflow.tags) as tag where tag ilike ${wanted}))`,
        ]),
    ...(tag === undefined ? [] : [sql`${tag} = any(workflow.tags)`]),
    ...(status === undefined ? [] : [status === 'failing' ? isFailing : sql`workflow.status = ${status}`]),
  ]
}

/** One more row than a page holds tells whether there is a next page. */
export async function listWorkflows(
  db: Db,
  ownerId: string,
  { filter, before }: { readonly filter: WorkflowFilter; readonly before: Position | null },
): Promise<WorkflowEntryRow[]> {
  const { key, direction, type } = ORDERS[filter.sort ?? 'changed']
  const [way, isAfter] = direction === 'desc' ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const where = [
    sql`workflow.owner_id = ${ownerId} and workflow.status <> 'deleted'`,
    ...conditions(filter),
    ...(before === null ? [] : [sql`(${key}, workflow.id) ${isAfter} (${before.at}::${type}, ${before.id}::uuid)`]),
  ]
  // First the page, then what is looked up for each of its rows.
  const { rows } = await sql<WorkflowEntryRow>`
    select page.*, ${isFailing} as failing, ${outcomes} as outcomes from (
      select ${cardColumns}, workflow.tags, (${key})::text as position from ${withLastExecution}
       where ${sql.join(where, sql` and `)}
       order by ${key} ${way}, workflow.id ${way} limit ${WORKFLOWS_PER_PAGE + 1}) page
      join workflow on workflow.id = page.id
     order by page.position::${type} ${way}, page.id ${way}`.execute(db)
  return rows
}

/** Tags of an account with how many workflows have each, in the order of the alphabet. */
export async function listTags(db: Db, ownerId: string): Promise<{ readonly tag: string; readonly count: number }[]> {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*)::int as count from workflow cross join unnest(tags) as tag
     where owner_id = ${ownerId} and status <> 'deleted' group by tag order by lower(tag), tag limit 200`.execute(db)
  return rows
}

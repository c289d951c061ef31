import { sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'

export interface FeaturedRow {
  readonly tool_id: string
  /** Null for tools that come with Fettle. */
  readonly creator: string | null
  readonly sales_count: number
}

/** What is chosen now and can be opened, in its order; a tool that was chosen twice comes once. */
export async function listFeatured(db: Db, limit: number): Promise<FeaturedRow[]> {
  const { rows } = await sql<FeaturedRow>`
    select tool.id as tool_id, "user".name as creator, sales_in_force(tool) as sales_count
      from (select tool_id, min(place) as place from featured_tool
             where starts_at <= now() and (ends_at is null or ends_at > now()) group by tool_id) chosen
      join tool on tool.id = chosen.tool_id left join "user" on "user".id = tool.owner_id
     where tool.status = 'published' order by chosen.place, tool.id limit ${limit}`.execute(db)
  return rows
}

/** A choice is ended, never removed: a list that holds nothing has never been touched. */
export async function fillEmptyList(db: Db, slugs: readonly string[]): Promise<void> {
  const ids = slugs.map(() => uuidv7())
  await sql`
    insert into featured_tool (id, tool_id, place)
    select given.id, tool.id, given.place
      from unnest(${ids}::uuid[], ${slugs}::text[]) with ordinality as given (id, slug, place)
      join tool on tool.slug = given.slug
     where not exists (select from featured_tool)`.execute(db)
}

export interface ChoiceRow {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly status: 'draft' | 'published' | 'hidden' | 'deleted'
  readonly starts_at: Date
  readonly ends_at: Date | null
  readonly state: 'now' | 'later' | 'ended'
  readonly chosen_by: string | null
}

const STATE = sql`case when ends_at <= now() then 'ended' when starts_at > now() then 'later' else 'now' end`
const ENDED_SHOWN = 10

/** What is chosen in its order, then the latest that have ended. */
export async function listChoices(db: Db): Promise<ChoiceRow[]> {
  const { rows } = await sql<ChoiceRow>`
    select * from (
      select featured_tool.id, tool.slug, tool.title, tool.status, starts_at, ends_at, ${STATE} as state, place,
             "user".name as chosen_by,
             row_number() over (partition by ends_at <= now() order by ends_at desc nulls last) as recency
        from featured_tool join tool on tool.id = featured_tool.tool_id
        left join "user" on "user".id = featured_tool.chosen_by) chosen
     where state <> 'ended' or recency <= ${ENDED_SHOWN}
     order by state = 'ended', case when state = 'ended' then recency else 0 end, place, id`.execute(db)
  return rows
}

interface NewChoice {
  readonly toolId: string
  readonly startsAt: string | null
  readonly endsAt: string | null
  readonly chosenBy: string
}

/** False when the tool is chosen already, now or for later. */
export async function insertChoice(
  transaction: Db,
  { toolId, startsAt, endsAt, chosenBy }: NewChoice,
): Promise<boolean> {
  // Two who choose at once would both come last.
  await sql`lock table featured_tool in share row exclusive mode`.execute(transaction)
  const { numAffectedRows } = await sql`
    insert into featured_tool (id, tool_id, place, starts_at, ends_at, chosen_by)
    select ${uuidv7()}, ${toolId}, coalesce((select max(place) from featured_tool), 0) + 1,
           coalesce(${startsAt}::timestamptz, now()), ${endsAt}, ${chosenBy}
     where not exists (select from featured_tool where tool_id = ${toolId} and (ends_at is null or ends_at > now()))`.execute(
    transaction,
  )
  return numAffectedRows === 1n
}

/** Whose tool was chosen; null for one of ours, and where there is no such choice. */
export async function findOwnerOfChoice(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ owner_id: string | null }>`
    select owner_id from featured_tool join tool on tool.id = tool_id where featured_tool.id = ${id}`.execute(db)
  return rows[0]?.owner_id ?? null
}

/** Changes places with its neighbour; false when there is no such choice that goes on. Places are numbered anew. */
export async function moveChoice(transaction: Db, id: string, direction: 'forward' | 'back'): Promise<boolean> {
  await sql`lock table featured_tool in share row exclusive mode`.execute(transaction)
  const { rows } = await sql<{ id: string }>`
    select id from featured_tool where ends_at is null or ends_at > now() order by place, id`.execute(transaction)
  const ids = rows.map((row) => row.id)
  const at = ids.indexOf(id)
  if (at === -1) return false
  const to = Math.min(Math.max(at + (direction === 'forward' ? -1 : 1), 0), ids.length - 1)
  const order = ids.toSpliced(at, 1).toSpliced(to, 0, id)
  await sql`update featured_tool set place = wanted.place
              from unnest(${order}::uuid[]) with ordinality as wanted (id, place)
             where featured_tool.id = wanted.id`.execute(transaction)
  return true
}

/** One that has not begun goes, as if it had never been; undefined when there is none that goes on. */
export async function endChoice(transaction: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ tool_id: string }>`
    with gone as (delete from featured_tool where id = ${id} and starts_at >= now() returning tool_id),
         ended as (update featured_tool set ends_at = now()
                    where id = ${id} and starts_at < now() and (ends_at is null or ends_at > now()) returning tool_id)
    select tool_id from gone union all select tool_id from ended`.execute(transaction)
  return rows[0]?.tool_id
}

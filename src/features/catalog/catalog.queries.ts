import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import type { ToolExample, VersionName } from './catalog.schema.ts'
import { isListed } from './listed.queries.ts'

/** The columns of a card. Tags come as JSON, in the order of their names. */
const cardColumns = sql<CardRow>`
  tool.id, tool.slug, tool.title, tool.description, tool.category, tool.owner_id, tool.access_tier, tool.price_cents, tool.kind,
  tool.in_browser,
  tool.version, tool.run_count, tool.favorite_count, tool.rating_count, tool.rating_sum, tool.quality,
  tool.people_month, tool.cloners, tool.buyers_quarter, tool.upheld_reports, tool.success_rate, tool.published_at, tool.updated_at,
  (select json_build_object('name', person.name, 'handle', creator.handle)
     from creator join "user" person on person.id = creator.user_id
    where creator.user_id = tool.owner_id and person.suspended_at is null) as creator,
  coalesce((select json_agg(json_build_object('id', tag.id, 'name', tag.name, 'slug', tag.slug, 'color', tag.color)
                            order by tag.name)
              from tool_tag join tag on tag.id = tool_tag.tag_id where tool_tag.tool_id = tool.id), '[]') as tags`

export interface TagRow {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly color: string | null
}

export interface CardRow {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly category: string
  readonly owner_id: string | null
  readonly access_tier: string
  /** What it is sold for; 0 where it is not. */
  readonly price_cents: number
  readonly kind: 'builtin' | 'config' | 'custom'
  /** Of a creator's tool: browsers may have its code. */
  readonly in_browser: boolean
  readonly version: number
  readonly run_count: number
  readonly favorite_count: number
  readonly rating_count: number
  readonly rating_sum: number
  readonly quality: number
  readonly people_month: number
  readonly cloners: number
  readonly buyers_quarter: number
  readonly upheld_reports: number
  readonly success_rate: number | null
  readonly published_at: Date | null
  readonly updated_at: Date
  readonly tags: readonly TagRow[]
  /** Null for built-in tools. */
  readonly creator: { readonly name: string; readonly handle: string } | null
}

export interface ToolRow extends CardRow {
  readonly status: 'draft' | 'published' | 'hidden' | 'deleted'
  /** Why moderators took it down; null for what its creator removed. */
  readonly removed_reason: string | null
  /** Moderators have not found this version fine: what they noticed in it waits, or was refused. */
  readonly is_withheld: boolean
  readonly input_schema: Record<string, unknown>
  readonly output_schema: Record<string, unknown>
  readonly code: unknown
  readonly icon: string | null
  /** Its first example has not come out right for days. */
  readonly maintenance_since: Date | null
  /** What others may do with it; null for built-in tools. */
  readonly licence: string | null
  /** The rest is null for what was not published by a person. */
  readonly semver: string | null
  readonly changelog: string | null
  readonly examples: readonly ToolExample[] | null
  readonly source_title: string | null
  /** Null when it is no longer to be seen. */
  readonly source_slug: string | null
  readonly source_creator: string | null
}

/** The cards of these tools, in the given order. */
export async function listCards(db: Db, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from unnest(${ids}::uuid[]) with ordinality wanted (id, place)
      join tool on tool.id = wanted.id order by wanted.place`.execute(db)
  return rows
}

interface FindOptions {
  readonly by: { readonly id: string } | { readonly slug: string }
  /** Absent: the current one. Built-in tools have no other. */
  readonly version: VersionName | undefined
}

const versionOf = (version: VersionName) =>
  typeof version === 'number'
    ? sql`${version}::integer`
    : sql`(select max(named.version) from tool_version named where named.tool_id = tool.id and named.semver = ${version})`

/** One tool with the schemas of a version, whatever its status; a slug may be one that it had before it was renamed. */
export async function findTool(db: Db, { by, version }: FindOptions): Promise<ToolRow | undefined> {
  const wanted =
    version === undefined
      ? sql`tool.version`
      : sql`case when tool.kind = 'builtin' then tool.version else ${versionOf(version)} end`
  const where =
    'id' in by
      ? sql`tool.id = ${by.id}`
      : sql`tool.id = coalesce((select id from tool where slug = ${by.slug}),
                             (select tool_id from former_slug where slug = ${by.slug}))`
  const { rows } = await sql<ToolRow>`
    select ${cardColumns}, current.version, tool.status,
           tool.in_browser and coalesce((current.content ->> 'inBrowser')::boolean, false) as in_browser,
           tool.removed_reason,
           exists (select from case_version held where held.tool_id = tool.id and held.version = current.version
                      and held.withheld) as is_withheld, current.input_schema, current.output_schema,
           current.code, tool.icon, tool.maintenance_since, tool.licence, current.semver, current.changelog,
           current.examples, source.title as source_title,
           case when source.status = 'published' then source.slug end as source_slug,
           source_creator.name as source_creator
      from tool join tool_version current on current.tool_id = tool.id and current.version = ${wanted}
      left join tool source on source.id = tool.source_tool_id
      left join "user" source_creator on source_creator.id = source.owner_id
     where ${where}`.execute(db)
  return rows[0]
}

/** Shared letters in rows of three, from 0 to 1: enough to be meant, far less than search asks for. */
const LOOKS_ALIKE = '0.4'

/** Published tools whose names look most like the text; none when none does. */
export const listNearestIds = (db: Db, text: string, limit: number): Promise<string[]> =>
  db.transaction().execute(async (transaction) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${LOOKS_ALIKE}, true)`.execute(transaction)
    const typed = text.trim().toLowerCase()
    const { rows } = await sql<{ id: string }>`
      select id from tool where ${isListed} and lower(title) %> ${typed}
       order by word_similarity(${typed}, lower(title)) desc, quality desc, id limit ${limit}`.execute(transaction)
    return rows.map(({ id }) => id)
  })

export interface TagCountRow extends TagRow {
  readonly tool_count: number
}

export async function listTags(db: Db): Promise<TagCountRow[]> {
  const { rows } = await sql<TagCountRow>`
    select tag.id, tag.name, tag.slug, tag.color, count(*) as tool_count
      from tag join tool_tag on tool_tag.tag_id = tag.id join tool on tool.id = tool_tag.tool_id
     where ${isListed} group by tag.id order by tool_count desc, tag.name limit 500`.execute(db)
  return rows
}

/** The slugs of these tags as they are now, for those that were merged or renamed, and for synonyms. */
export async function currentTagSlugs(db: Db, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return []
  const { rows } = await sql<{ slug: string }>`
    select coalesce(tag.slug, given.slug) as slug
      from unnest(${slugs}::text[]) with ordinality as given (slug, place)
      left join tag_alias alias on alias.slug = given.slug left join tag on tag.id = alias.tag_id
     order by given.place`.execute(db)
  return [...new Set(rows.map(({ slug }) => slug))]
}

/** More openings than these are not looked at, however often somebody reloads one tool. */
const RECENT_VIEWS = 200

/** The tools that somebody opened last and that are still there, the latest first. */
export async function listRecentIds(db: Db, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select tool.id
      from (select tool_id, opened_at from tool_view where user_id = ${userId}
              order by opened_at desc limit ${RECENT_VIEWS}) seen
      join tool on tool.id = seen.tool_id
     where tool.status = 'published' group by tool.id order by max(seen.opened_at) desc limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Notes that a tool was opened, and counts it, in one statement. Opened again within the hour by the same person it is
 * only the latest of what they have opened.
 */
export const noteView = (db: Db, { id, toolId, userId }: { id: string; toolId: string; userId: string | null }) =>
  sql`with again as (
        update tool_view set opened_at = now()
         where id = (select id from tool_view
                      where user_id = ${userId} and tool_id = ${toolId} and at > now() - interval '1 hour'
                      order by at desc limit 1)
        returning id
      ),
      noted as (
        insert into tool_view (id, tool_id, user_id)
        select ${id}, ${toolId}, ${userId}::uuid where not exists (select from again) returning tool_id
      )
      update tool set view_count = view_count + 1 from noted where tool.id = noted.tool_id`.execute(db)

import { sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'

export interface FeaturedRow {
  readonly tool_id: string
  /** Null for tools that come with Fettle. */
  readonly creator: string | null
}

/** What is chosen now and can be opened, in its order; a tool that was chosen twice comes once. */
export async function listFeatured(db: Db, limit: number): Promise<FeaturedRow[]> {
  const { rows } = await sql<FeaturedRow>`
    select tool.id as tool_id, "user".name as creator
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

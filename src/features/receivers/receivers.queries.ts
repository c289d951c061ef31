import { sql } from 'kysely'
import { CATEGORIES } from '#src/sdk/define-tool.ts'
import type { Db } from '#src/server/database.ts'

export interface ReceiverRow {
  readonly slug: string
  readonly title: string
  readonly category: string
  readonly kind: 'builtin' | 'config' | 'custom'
  readonly people_month: number
  readonly input_schema: unknown
}

/** Of each category, beside the built-in tools: reading the fields of a large catalogue would take too long. */
const BEST_OF_CATEGORY = 100

/** Tools that everybody may use, with their fields. */
export async function listCandidates(db: Db, builtinSlugs: readonly string[]): Promise<ReceiverRow[]> {
  const { rows } = await sql<ReceiverRow>`
    with best as (
      select best.id from unnest(${[...CATEGORIES]}::text[]) as wanted (category), lateral (
        select id from tool where status = 'published' and tool.category = wanted.category
         order by quality desc, id limit ${BEST_OF_CATEGORY}) best
      union select id from tool where slug = any(${builtinSlugs}::text[]) and status = 'published'
    )
    select tool.slug, tool.title, tool.category, tool.kind, tool.people_month, current.input_schema
      from best join tool on tool.id = best.id
      join tool_version current on current.tool_id = tool.id and current.version = tool.version
     where tool.access_tier = 'free' and tool.price_cents = 0`.execute(db)
  return rows
}

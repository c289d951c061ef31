import { sql } from 'kysely'
import { tagLexeme } from '#src/features/catalog/save-tool.queries.ts'
import type { Db } from '#src/server/database.ts'
import { TAGS_SHOWN } from './tags.schema.ts'

export interface AdminTagRow {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly tool_count: number
  readonly synonyms: readonly string[]
  readonly former: readonly string[]
}

const COLUMNS = sql`
  tag.id, tag.name, tag.slug,
  (select count(*) from tool_tag join tool on tool.id = tool_tag.tool_id
    where tool_tag.tag_id = tag.id and tool.status = 'published') as tool_count,
  array(select slug from tag_alias where tag_id = tag.id and is_synonym order by slug) as synonyms,
  array(select slug from tag_alias where tag_id = tag.id and not is_synonym order by slug) as former`

export async function listAdminTags(db: Db, search: string): Promise<AdminTagRow[]> {
  const { rows } = await sql<AdminTagRow>`
    select ${COLUMNS} from tag
     where ${search} = '' or strpos(lower(tag.name), lower(${search})) > 0
        or exists (select from tag_alias where tag_id = tag.id and strpos(slug, lower(${search})) > 0)
     order by tool_count desc, tag.name limit ${TAGS_SHOWN}`.execute(db)
  return rows
}

export async function findAdminTag(db: Db, id: string): Promise<AdminTagRow | undefined> {
  const { rows } = await sql<AdminTagRow>`select ${COLUMNS} from tag where tag.id = ${id}`.execute(db)
  return rows[0]
}

/** By its slug, or by one that leads to it. */
export async function findTagBySlug(db: Db, slug: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from tag where slug = ${slug}
    union all select tag_id from tag_alias where slug = ${slug} limit 1`.execute(db)
  return rows[0]?.id
}

/** Whoever changes tags waits for each other: one that is merged must not be the other's target. */
export const lockTags = (transaction: Db) => sql`lock table tag_alias in share row exclusive mode`.execute(transaction)

/** The tag among the words that its tools are found by. */
const replaceLexeme = (transaction: Db, tagId: string, before: string, after: string) =>
  sql`update tool set search = ts_delete(search, ${tagLexeme(before)}) || array_to_tsvector(array[${tagLexeme(after)}])
       where id in (select tool_id from tool_tag where tag_id = ${tagId})`.execute(transaction)

export async function renameTag(
  transaction: Db,
  { id, slug: before }: AdminTagRow,
  { name, slug }: { name: string; slug: string },
): Promise<void> {
  await sql`update tag set name = ${name}, slug = ${slug} where id = ${id}`.execute(transaction)
  if (before === slug) return
  await sql`delete from tag_alias where slug = ${slug} and tag_id = ${id}`.execute(transaction)
  await sql`insert into tag_alias (slug, tag_id, is_synonym) values (${before}, ${id}, false)`.execute(transaction)
  await replaceLexeme(transaction, id, before, slug)
}

/** What was a former address stays one. */
export async function setSynonyms(transaction: Db, id: string, slugs: readonly string[]): Promise<void> {
  await sql`delete from tag_alias where tag_id = ${id} and is_synonym and slug <> all(${slugs}::text[])`.execute(
    transaction,
  )
  await sql`insert into tag_alias (slug, tag_id, is_synonym) select slug, ${id}, true from unnest(${slugs}::text[]) as given (slug)
            on conflict (slug) do nothing`.execute(transaction)
}

/** Slugs among these that another tag has or that lead to another one. */
export async function listTaken(db: Db, id: string, slugs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from tag where slug = any(${slugs}::text[]) and id <> ${id}
    union select slug from tag_alias where slug = any(${slugs}::text[]) and tag_id <> ${id} order by slug`.execute(db)
  return rows.map(({ slug }) => slug)
}

export async function mergeTag(transaction: Db, from: AdminTagRow, into: AdminTagRow): Promise<void> {
  await replaceLexeme(transaction, from.id, from.slug, into.slug)
  await sql`insert into tool_tag (tool_id, tag_id) select tool_id, ${into.id} from tool_tag where tag_id = ${from.id}
            on conflict do nothing`.execute(transaction)
  await sql`update tag_alias set tag_id = ${into.id} where tag_id = ${from.id}`.execute(transaction)
  await sql`delete from tag where id = ${from.id}`.execute(transaction)
  await sql`insert into tag_alias (slug, tag_id, is_synonym) values (${from.slug}, ${into.id}, false)`.execute(
    transaction,
  )
}

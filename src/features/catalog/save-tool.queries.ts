import { sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import { deletionVariants, foldWords } from '#src/lib/search-words.ts'
import type { Db } from '#src/server/database.ts'

/** What a version that somebody publishes has besides what runs. */
export interface Release {
  readonly semver: string
  readonly changelog: string
  readonly examples: readonly object[]
  /** All that was written, for differences and for the way back. */
  readonly content: object
  readonly userId: string
}

export interface ToolToSave {
  /** Given where it is known before the tool is there. */
  readonly id?: string
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly category: string
  readonly tags: readonly string[]
  readonly keywords: readonly string[]
  readonly ownerId: string | null
  readonly creatorName: string
  readonly kind: 'builtin' | 'config' | 'custom'
  readonly inputSchema: object
  readonly outputSchema: object
  /** Null for built-in tools. */
  readonly code: object | null
  /** Present: a version is added whether or not what runs has changed. */
  readonly release?: Release
}

export const toTagSlug = (text: string) => foldWords(text).join('-')
/** A tag among the words that a tool is found by: no typed word has such a sign. */
export const tagLexeme = (slug: string): string => `#${slug}`

/** Words of a title as they are written together: qrcode, jsonformatter. */
const joinedWords = (title: string): string[] => {
  const words = foldWords(title)
  return words.slice(1).map((word, index) => `${words[index]}${word}`)
}

const toDocument = (...texts: readonly string[]) => foldWords(texts.join(' ')).join(' ')

/** Gives a built-in tool of a former slug its new one, if no tool has that yet; the former one leads on. */
export const renameBuiltin = (db: Db, formerSlugs: readonly string[], slug: string) =>
  sql`update tool set slug = ${slug}
       where slug = any(${formerSlugs}::text[]) and kind = 'builtin'
         and not exists (select from tool where slug = ${slug})`.execute(db)

/**
 * Slugs of built-in tools are names in our code. Somebody's tool that has one of a new release goes on under another one
 * and keeps its id: the built-in tool would be saved over it.
 */
export async function clearSlugs(db: Db, slugs: readonly string[]): Promise<void> {
  await sql`update tool set slug = slug || '-' || right(id::text, 6)
             where slug = any(${slugs}::text[]) and kind <> 'builtin'`.execute(db)
  await sql`delete from former_slug using tool
             where former_slug.slug = any(${slugs}::text[]) and tool.id = tool_id and kind <> 'builtin'`.execute(db)
}

/**
 * Publishes a tool: inserts it, or updates its listing and adds a version where they have changed; updated_at says when
 * that was. Answers with the version that it now has.
 * Call it inside a transaction.
 */
export async function saveTool(db: Db, given: ToolToSave): Promise<number> {
  await holdTags(db)
  const tool = { ...given, tags: await currentNames(db, given.tags) }
  const id = await upsertListing(db, tool)
  const version = await addVersion(db, id, tool)
  await replaceTags(db, id, tool.tags)
  await indexWords(db, tool)
  return version
}

/**
 * Until the end of the transaction no tag is renamed or merged: what is saved under the tag of the moment would bring the
 * former one back. Call it before any tool is locked, as who tidies up does.
 */
export const holdTags = (transaction: Db) => sql`lock table tag_alias in row exclusive mode`.execute(transaction)

/** Tags as they are called now: some were merged into others, or are other words for them. */
async function currentNames(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  return (await tagNaming(db, names))(names)
}

/** Says of any of these tags what they are called now. */
export async function tagNaming(db: Db, names: readonly string[]): Promise<(names: readonly string[]) => string[]> {
  const { rows } = await sql<{ slug: string; name: string }>`
    select alias.slug, tag.name from tag_alias alias join tag on tag.id = alias.tag_id
     where alias.slug = any(${names.map(toTagSlug)}::text[])`.execute(db)
  const current = new Map(rows.map(({ slug, name }) => [slug, name]))
  return (some) => [...new Set(some.map((name) => current.get(toTagSlug(name)) ?? name))]
}

type Listing = Pick<ToolToSave, 'title' | 'description' | 'category' | 'tags' | 'keywords' | 'creatorName'>

/** What the search index of a tool is made of, by weight, and the tags that it is filtered by. */
export const searchTexts = (tool: Listing) => ({
  name: toDocument(tool.title),
  topics: toDocument(...tool.tags, ...tool.keywords, ...joinedWords(tool.title)),
  text: toDocument(tool.description),
  creator: toDocument(tool.creatorName, tool.category),
  tagLexemes: tool.tags.map((tag) => tagLexeme(toTagSlug(tag))),
})

type Texts = { readonly [Part in keyof ReturnType<typeof searchTexts>]: unknown }

/** The words that a tool is found by; of values, or of columns that hold them. */
export const searchVector = ({ name, topics, text, creator, tagLexemes }: Texts) => sql`
    setweight(to_tsvector('simple', ${name}), 'A') || setweight(to_tsvector('simple', ${topics}), 'B')
      || setweight(to_tsvector('simple', ${text}), 'C') || setweight(to_tsvector('simple', ${creator}), 'D')
      || array_to_tsvector(${tagLexemes}::text[])`

const searchOf = (tool: Listing) => searchVector(searchTexts(tool))

/** Files a tool under other tags and words, without a version. Answers the tags as they are called now. */
export async function retagTool(
  transaction: Db,
  { id, tags: wanted, keywords }: { id: string; tags: readonly string[]; keywords: readonly string[] },
): Promise<string[]> {
  await holdTags(transaction)
  const tags = await currentNames(transaction, wanted)
  const tool = await transaction
    .selectFrom('tool')
    .leftJoin('user as owner', 'owner.id', 'tool.owner_id')
    .select(['title', 'description', 'category', 'owner.name as creatorName'])
    .where('tool.id', '=', id)
    .forUpdate('tool')
    .executeTakeFirstOrThrow()
  const listing: Listing = { ...tool, creatorName: tool.creatorName ?? '', tags, keywords }
  await sql`update tool set keywords = ${keywords}::text[], search = ${searchOf(listing)}, updated_at = now()
             where id = ${id}`.execute(transaction)
  await replaceTags(transaction, id, tags)
  await indexWords(transaction, listing)
  return tags
}

async function upsertListing(db: Db, tool: ToolToSave): Promise<string> {
  await sql`
    insert into tool (id, slug, title, description, category, keywords, owner_id, kind, published_at, search)
    values (${tool.id ?? uuidv7()}, ${tool.slug}, ${tool.title}, ${tool.description}, ${tool.category}, ${tool.keywords}::text[],
            ${tool.ownerId}, ${tool.kind}, now(),
            ${searchOf(tool)})
    on conflict (slug) do update set title = excluded.title, description = excluded.description,
      category = excluded.category, keywords = excluded.keywords, search = excluded.search, kind = excluded.kind,
      updated_at = now()
    where (tool.kind, tool.title, tool.description, tool.category, tool.keywords, tool.search) is distinct from
          (excluded.kind, excluded.title, excluded.description, excluded.category, excluded.keywords, excluded.search)`.execute(
    db,
  )
  // The upsert returns no row that it left as it was.
  const { id } = await db.selectFrom('tool').select('id').where('slug', '=', tool.slug).executeTakeFirstOrThrow()
  return id
}

async function addVersion(db: Db, toolId: string, tool: ToolToSave): Promise<number> {
  const content = [tool.inputSchema, tool.outputSchema, tool.code].map((part) => JSON.stringify(part))
  const { rows } = await sql<{ version: number; same: boolean }>`
    select version, input_schema::text = ${content[0]} and output_schema::text = ${content[1]}
           and coalesce(code::text, 'null') = ${content[2]} as same
      from tool_version where tool_id = ${toolId} order by version desc limit 1`.execute(db)
  const { release } = tool
  if (rows[0]?.same && release === undefined) return rows[0].version
  const version = (rows[0]?.version ?? 0) + 1
  await sql`insert into tool_version (tool_id, version, input_schema, output_schema, code,
                                      semver, changelog, examples, content, published_by)
            values (${toolId}, ${version}, ${content[0]}::json, ${content[1]}::json, ${tool.code && content[2]}::json,
                    ${release?.semver ?? null}, ${release?.changelog ?? null},
                    ${release ? JSON.stringify(release.examples) : null}::json,
                    ${release ? JSON.stringify(release.content) : null}::json, ${release?.userId ?? null})`.execute(db)
  await db.updateTable('tool').set({ version, updated_at: sql`now()` }).where('id', '=', toolId).execute()
  return version
}

async function replaceTags(db: Db, toolId: string, tags: readonly string[]): Promise<void> {
  const slugs = tags.map(toTagSlug)
  await sql`insert into tag (id, name, slug)
            select id, name, slug from unnest(${tags.map(() => uuidv7())}::uuid[], ${tags}::text[], ${slugs}::text[])
              as given (id, name, slug) on conflict (slug) do nothing`.execute(db)
  await sql`delete from tool_tag where tool_id = ${toolId}
              and tag_id not in (select id from tag where slug = any(${slugs}::text[]))`.execute(db)
  await sql`insert into tool_tag (tool_id, tag_id) select ${toolId}::uuid, id from tag where slug = any(${slugs}::text[])
            on conflict do nothing`.execute(db)
}

/** The words of a tool that a typed one is compared with, for what it may have been meant as. */
export const typedWords = (tool: Listing): string[] => {
  const texts = [tool.title, tool.description, tool.creatorName, tool.category, ...tool.tags, ...tool.keywords]
  return [...new Set([...foldWords(texts.join(' ')), ...joinedWords(tool.title)])]
}

async function indexWords(db: Db, tool: Listing): Promise<void> {
  const words = typedWords(tool).map((word) => ({ word, variants: deletionVariants(word) }))
  await sql`insert into search_word (word, variants)
            select word, array(select json_array_elements_text(variants))
              from json_to_recordset(${JSON.stringify(words)}::json) as given (word text, variants json)
            on conflict do nothing`.execute(db)
}

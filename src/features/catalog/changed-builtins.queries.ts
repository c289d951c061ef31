import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import { searchTexts, searchVector, type ToolToSave, tagNaming, toTagSlug, typedWords } from './save-tool.queries.ts'

const column = (name: string) => sql.ref(`given.${name}`)

/**
 * Of built-in tools those that are not yet in the catalogue as they would be saved: asked of all at once, because saving
 * each again is a second of every start. Call it while the tags are held.
 */
export async function changedBuiltins(db: Db, builtins: readonly ToolToSave[]): Promise<ToolToSave[]> {
  const currentNames = await tagNaming(db, [...new Set(builtins.flatMap(({ tags }) => tags))])
  const given = builtins.map((tool) => {
    const { slug, title, description, category, keywords } = tool
    const listing = { ...tool, tags: currentNames(tool.tags) }
    return {
      ...{ slug, title, description, category, keywords },
      ...searchTexts(listing),
      tagSlugs: listing.tags.map(toTagSlug),
      words: typedWords(listing),
      input: JSON.stringify(tool.inputSchema),
      output: JSON.stringify(tool.outputSchema),
    }
  })
  const vector = searchVector({
    ...{ name: column('name'), topics: column('topics'), text: column('text'), creator: column('creator') },
    tagLexemes: column('tagLexemes'),
  })
  const { rows } = await sql<{ slug: string }>`
    select given.slug
      from json_to_recordset(${JSON.stringify(given)}::json) as given (
             slug text, title text, description text, category text, keywords text[], name text, topics text, text text,
             creator text, "tagLexemes" text[], "tagSlugs" text[], words text[], input text, output text)
      left join tool on tool.slug = given.slug
      left join lateral (select input_schema::text as input, output_schema::text as output, code from tool_version
                          where tool_id = tool.id order by version desc limit 1) latest on true
     where (tool.kind, tool.title, tool.description, tool.category, tool.keywords, tool.search, latest.input, latest.output)
             is distinct from ('builtin', given.title, given.description, given.category, given.keywords, ${vector},
                               given.input, given.output)
        or latest.code is not null
        or array(select slug from tag join tool_tag on tag_id = tag.id where tool_id = tool.id order by slug)
             <> array(select distinct slug from unnest(given."tagSlugs") slug order by slug)
        or not given.words <@ array(select word from search_word where word = any(given.words))`.execute(db)
  const changed = new Set(rows.map(({ slug }) => slug))
  return builtins.filter(({ slug }) => changed.has(slug))
}

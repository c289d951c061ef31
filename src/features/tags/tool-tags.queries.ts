import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

export interface ToolTagsRow {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly kind: 'builtin' | 'config' | 'custom'
  readonly owner_id: string | null
  readonly tags: readonly string[]
  readonly keywords: readonly string[]
}

export async function findToolTags(db: Db, slug: string): Promise<ToolTagsRow | undefined> {
  const { rows } = await sql<ToolTagsRow>`
    select id, slug, title, kind, owner_id, keywords,
           array(select tag.name from tool_tag join tag on tag.id = tool_tag.tag_id
                  where tool_tag.tool_id = tool.id order by tag.name) as tags
      from tool where slug = ${slug} and status in ('published', 'hidden')`.execute(db)
  return rows[0]
}

/** In the working copy too, or the next version would have the former ones. */
export async function retagDraft(transaction: Db, id: string, tags: readonly string[]): Promise<void> {
  const { rows } = await sql<{ content: object }>`select content from tool_draft where id = ${id} for update`.execute(
    transaction,
  )
  const [draft] = rows
  if (draft === undefined) return
  await sql`update tool_draft set content = ${JSON.stringify({ ...draft.content, tags })}::json, revision = revision + 1,
                   published_revision = case when published_revision = revision then revision + 1 else published_revision end
             where id = ${id}`.execute(transaction)
}

import { sql } from 'kysely'
import type { StandingDecision } from '#src/lib/standing-decision.schema.ts'
import type { Db } from '#src/server/database.ts'
import { decisionOfTool } from '#src/server/moderation/standing-decision.queries.ts'
import type { ToolContent } from './tool-content.schema.ts'

export interface DraftRow {
  readonly id: string
  readonly owner_id: string
  readonly revision: number
  readonly content: ToolContent
  readonly published_revision: number | null
  readonly updated_at: Date
  readonly has_pro: boolean
  /** Null before the first publication. */
  readonly slug: string | null
  readonly status: 'published' | 'hidden' | null
  readonly version: number | null
  readonly semver: string | null
  readonly published_content: ToolContent | null
  readonly source_tool_id: string | null
  readonly source_version: number | null
  readonly source_title: string | null
  readonly source_slug: string | null
  readonly source_licence: string | null
  /** Of the version that was cloned; null where nothing binds this owner. */
  readonly binding_licence: string | null
  readonly source_creator: string | null
  readonly source_is_builtin: boolean
}

/** Undefined for what belongs to somebody else. */
export async function findDraft(db: Db, ownerId: string, id: string): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    select draft.id, draft.owner_id, draft.revision, draft.content, draft.published_revision, draft.updated_at,
           has_pro(owner.id) as has_pro, tool.slug, tool.status, tool.version, current.semver, current.content as published_content,
           draft.source_tool_id, draft.source_version, source.title as source_title,
           case when source.status = 'published' then source.slug end as source_slug,
           source.licence as source_licence, creator.name as source_creator,
           coalesce(source.kind = 'builtin', false) as source_is_builtin,
           case when source.owner_id is distinct from draft.owner_id
                then coalesce(cloned.content ->> 'licence', source.licence) end as binding_licence
      from tool_draft draft join "user" owner on owner.id = draft.owner_id
      left join tool on tool.id = draft.id
      left join tool_version current on current.tool_id = tool.id and current.version = tool.version
      left join tool source on source.id = draft.source_tool_id
      left join tool_version cloned on cloned.tool_id = source.id and cloned.version = draft.source_version
      left join "user" creator on creator.id = source.owner_id
     where draft.id = ${id} and draft.owner_id = ${ownerId} and coalesce(tool.status, 'draft') <> 'deleted'`.execute(db)
  return rows[0]
}

export interface NewDraft {
  readonly id: string
  readonly ownerId: string
  readonly content: ToolContent
  /** Present when what it holds is published already. */
  readonly publishedRevision?: number
  readonly source?: { readonly toolId: string; readonly version: number }
}

/** Does nothing when there is one. */
export const insertDraft = (db: Db, { id, ownerId, content, publishedRevision, source }: NewDraft) =>
  sql`insert into tool_draft (id, owner_id, content, published_revision, source_tool_id, source_version)
      values (${id}, ${ownerId}, ${JSON.stringify(content)}::json, ${publishedRevision ?? null},
              ${source?.toolId ?? null}, ${source?.version ?? null})
      on conflict (id) do nothing`.execute(db)

export interface DraftAt {
  readonly ownerId: string
  readonly id: string
  readonly revision: number
}

/** The new revision, or undefined when somebody has saved since `revision`. */
export async function updateDraft(
  db: Db,
  { ownerId, id, revision }: DraftAt,
  content: ToolContent,
): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    update tool_draft set content = ${JSON.stringify(content)}::json, revision = revision + 1, updated_at = now()
     where id = ${id} and owner_id = ${ownerId} and revision = ${revision} returning revision`.execute(db)
  return rows[0]?.revision
}

/** Sets the working copy to what is published. */
export const resetDraft = (db: Db, ownerId: string, id: string, content: ToolContent) =>
  sql`update tool_draft set content = ${JSON.stringify(content)}::json, revision = revision + 1,
             published_revision = revision + 1, updated_at = now()
       where id = ${id} and owner_id = ${ownerId}`.execute(db)

/** One that was never published. */
export const deleteDraft = (db: Db, ownerId: string, id: string) =>
  sql`delete from tool_draft where id = ${id} and owner_id = ${ownerId}`.execute(db)

/** False for a suspended account; until the transaction ends, it is not suspended either. */
export async function isInGoodStanding(transaction: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from "user" where id = ${userId} and suspended_at is null for share`.execute(transaction)
  return rows.length > 0
}

/** False when it was changed or published since it was read; held until the transaction ends. */
export async function lockDraft(
  transaction: Db,
  { owner_id: ownerId, id, revision, version }: Pick<DraftRow, 'owner_id' | 'id' | 'revision' | 'version'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from tool_draft where id = ${id} and owner_id = ${ownerId} and revision = ${revision} for update`.execute(
    transaction,
  )
  if (rows.length === 0) return false
  // In a statement of its own: whoever waited for the lock sees here what the other one has published.
  const { rows: tools } = await sql<{ version: number }>`select version from tool where id = ${id}`.execute(transaction)
  return (tools[0]?.version ?? null) === version
}

export const markPublished = (db: Db, id: string, revision: number) =>
  sql`update tool_draft set published_revision = ${revision} where id = ${id}`.execute(db)

export interface MyToolRow {
  readonly id: string
  readonly title: string
  readonly icon: string
  readonly kind: 'config' | 'custom'
  readonly slug: string | null
  /** Deleted: by moderators; what its owner has deleted is not listed. */
  readonly status: 'published' | 'hidden' | 'deleted' | null
  readonly has_changes: boolean
  readonly version: number | null
  readonly semver: string | null
  readonly access_tier: 'free' | 'pro' | null
  readonly price_cents: number | null
  readonly run_count: number
  readonly favorite_count: number
  readonly rating_count: number
  readonly rating_sum: number
  readonly is_under_maintenance: boolean
  readonly decision: StandingDecision | null
  readonly updated_at: Date
}

export async function listMine(db: Db, ownerId: string): Promise<MyToolRow[]> {
  const { rows } = await sql<MyToolRow>`
    select mine.id, coalesce(draft.content->>'title', tool.title) as title,
           coalesce(draft.content->>'icon', tool.icon, '') as icon,
           coalesce(draft.content->>'kind', tool.kind) as kind, tool.slug, tool.status,
           coalesce(draft.revision is distinct from draft.published_revision, false) and draft.id is not null
             as has_changes,
           tool.version, current.semver, tool.access_tier, tool.price_cents, coalesce(tool.run_count, 0) as run_count,
           coalesce(tool.favorite_count, 0) as favorite_count, coalesce(tool.rating_count, 0) as rating_count,
           coalesce(tool.rating_sum, 0) as rating_sum, tool.maintenance_since is not null as is_under_maintenance,
           ${decisionOfTool(sql`mine.id`, sql`${ownerId}`)} as decision,
           greatest(draft.updated_at, tool.updated_at) as updated_at
      from (select id from tool where owner_id = ${ownerId}
            union select id from tool_draft where owner_id = ${ownerId}) mine
      left join tool on tool.id = mine.id left join tool_draft draft on draft.id = mine.id
      left join tool_version current on current.tool_id = tool.id and current.version = tool.version
     where coalesce(tool.status, 'draft') <> 'deleted' or tool.removed_reason is not null
     order by updated_at desc, mine.id desc`.execute(db)
  return rows
}

export async function countMine(db: Db, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tool_draft where owner_id = ${ownerId}`.execute(db)
  return rows[0]?.count ?? 0
}

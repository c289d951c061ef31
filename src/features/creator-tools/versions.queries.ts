import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import type { ToolContent } from './tool-content.schema.ts'

export interface VersionRow {
  readonly version: number
  readonly semver: string | null
  readonly changelog: string | null
  readonly created_at: Date
  readonly is_current: boolean
}

const columns = sql`v.version, v.semver, v.changelog, v.created_at, v.version = tool.version as is_current`

/** Those that everybody may read; its creator sees the others too. */
export async function listVersions(db: Db, toolId: string, viewerId: string | null): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select ${columns} from tool_version v join tool on tool.id = v.tool_id
     where v.tool_id = ${toolId}
       and (tool.owner_id = ${viewerId}::uuid
            or not exists (select from case_version held where held.tool_id = v.tool_id and held.version = v.version
                              and held.withheld))
     order by v.version desc limit 500`.execute(db)
  return rows
}

export interface VersionContentRow extends VersionRow {
  readonly content: ToolContent | null
}

/** Undefined for what belongs to somebody else, or is gone. */
export async function findVersion(
  db: Db,
  ownerId: string,
  { id, n }: { id: string; n: number },
): Promise<VersionContentRow | undefined> {
  const { rows } = await sql<VersionContentRow>`
    select ${columns}, v.content from tool_version v join tool on tool.id = v.tool_id
     where v.tool_id = ${id} and v.version = ${n} and tool.owner_id = ${ownerId} and tool.status <> 'deleted'`.execute(
    db,
  )
  return rows[0]
}

/** Beyond these a number at the end of the slug would be as good as a random one. */
const MOST_NAMESAKES = 50

/** The slug itself or the first of "slug-2", "slug-3" … that no tool has or had; nobody else gets it meanwhile. */
export async function takeSlug(transaction: Db, wanted: string): Promise<string> {
  // One lock for all: "tiles" may become "tiles-2" while somebody publishes "Tiles 2", and of two tools with one slug
  // the second would be saved over the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('slugs of tools', 0))`.execute(transaction)
  const candidates = [wanted, ...Array.from({ length: MOST_NAMESAKES }, (_, at) => `${wanted}-${at + 2}`)]
  const { rows } = await sql<{ slug: string }>`
    select slug from unnest(${candidates}::text[]) with ordinality candidate (slug, place)
     where not exists (select from tool where tool.slug = candidate.slug)
       and not exists (select from former_slug where former_slug.slug = candidate.slug)
     order by place limit 1`.execute(transaction)
  return rows[0]?.slug ?? `${wanted}-${Date.now()}`
}

/** False for what belongs to somebody else. The row stays, as its address says for good that it was here. */
export async function deleteTool(transaction: Db, ownerId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update tool set status = 'deleted', search = '', updated_at = now()
     where id = ${id} and owner_id = ${ownerId} and status <> 'deleted'`.execute(transaction)
  await sql`delete from tool_draft where id = ${id} and owner_id = ${ownerId}`.execute(transaction)
  return numAffectedRows === 1n
}

interface Description {
  readonly icon: string
  readonly licence: string
  readonly source: { readonly toolId: string; readonly version: number } | undefined
  readonly inBrowser: boolean
}

/** What only creators' tools have, beside the listing. */
export const describeTool = (transaction: Db, id: string, { icon, licence, source, inBrowser }: Description) =>
  sql`update tool set icon = ${icon}, licence = ${licence}, source_tool_id = ${source?.toolId ?? null},
             source_version = ${source?.version ?? null}, in_browser = ${inBrowser} where id = ${id}`.execute(
    transaction,
  )

export async function isOutOfSight(transaction: Db, id: string): Promise<boolean> {
  const row = await transaction.selectFrom('tool').select('status').where('id', '=', id).executeTakeFirst()
  return row?.status !== 'published'
}

/** Other words that a moderator has given it. */
export async function listKeywords(db: Db, id: string): Promise<string[]> {
  const row = await db.selectFrom('tool').select('keywords').where('id', '=', id).executeTakeFirst()
  return row?.keywords ?? []
}

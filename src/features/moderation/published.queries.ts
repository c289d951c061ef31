import { sql } from 'kysely'
import type { ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import { foldWords } from '#src/lib/search-words.ts'
import type { Db } from '#src/server/database.ts'
import { NEW_AGAIN_DAYS } from './new-creators.ts'

export async function findPublishedContent(transaction: Db, id: string, version: number): Promise<ToolContent | null> {
  const { rows } = await sql<{ content: ToolContent | null }>`
    select content from tool_version where tool_id = ${id} and version = ${version}`.execute(transaction)
  return rows[0]?.content ?? null
}

/** What moderators have decided about tools of this person, and was not taken back. */
export async function findRecord(db: Db, ownerId: string): Promise<{ approved: number; refusedLately: boolean }> {
  const { rows } = await sql<{ approved: number; refusedLately: boolean }>`
    select count(distinct tool_id) filter (where kind = 'tool' and made.decision = 'approve')::int as approved,
           coalesce(bool_or(kind in ('tool', 'report') and made.decision in ('hide', 'remove')
                            and made.closed_at > now() - make_interval(days => ${NEW_AGAIN_DAYS})
                            and not exists (select from moderation_case appeal
                                             where appeal.appealed_id = c.id and appeal.appealed_round = made.round
                                               and appeal.decision = 'restore')),
                    false) as "refusedLately"
      from moderation_case c join moderation_decision made on made.case_id = c.id
      left join earlier_decision before on before.case_id = c.id and before.round = made.round
     where person_id = ${ownerId} and coalesce(before.stands, true)`.execute(db)
  return rows[0] ?? { approved: 0, refusedLately: false }
}

/** Whether a decision keeps this tool away, or another one of its creator that has its name or does the same. */
export async function isKeptAway(db: Db, toolId: string): Promise<boolean> {
  const { rows } = await sql`
    select from tool mine join tool_version now on now.tool_id = mine.id and now.version = mine.version
      join tool kept on kept.owner_id = mine.owner_id join tool_hold held on held.tool_id = kept.id
     where mine.id = ${toolId} and held.cause in ('decision', 'removal')
       and (kept.id = mine.id or lower(kept.title) = lower(mine.title)
            or exists (select from tool_version v where v.tool_id = kept.id and v.code::text = now.code::text))
     limit 1`.execute(db)
  return rows.length === 1
}

/** Other tools of this person that moderators have still to read. */
export async function countUnread(db: Db, { id, ownerId }: { id: string; ownerId: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from moderation_case waiting join tool on tool.id = waiting.tool_id
     where person_id = ${ownerId} and waiting.kind = 'tool' and closed_at is null and tool.id <> ${id}
       and tool.status <> 'deleted'`.execute(db)
  return rows[0]?.count ?? 0
}

/** More of each kind are not compared. */
const MOST_ALIKE = 25
/** Names that are less alike than this are told apart by everybody; a lower one compares half of a large catalogue. */
const ALIKE = 0.45

/** Three words together: few listings have them all, and a copy that was changed a little still has some of the three. */
function alikeQuery(text: string): string {
  const words = [...new Set(foldWords(text))].filter((word) => word.length > 3).toSorted((a, b) => b.length - a.length)
  const triples = [words.slice(0, 3), words.slice(3, 6), words.slice(6, 9)].filter(({ length }) => length === 3)
  return triples.map((three) => `(${three.map((word) => `'${word}'`).join(' & ')})`).join(' | ')
}

interface AlikeRow {
  readonly title: string
  readonly description: string
  readonly isSource: boolean
}

/** Listings of others that this one could be taken from, or for. */
export async function listAlike(
  db: Db,
  { id, ownerId, title, description }: { id: string; ownerId: string; title: string; description: string },
): Promise<AlikeRow[]> {
  const name = title.toLowerCase()
  await sql`set local pg_trgm.similarity_threshold = ${sql.lit(ALIKE)}`.execute(db)
  const columns = sql`
    title, description, id is not distinct from (select source_tool_id from tool where id = ${id}) as "isSource"`
  const ofOthers = sql`status = 'published' and id <> ${id} and owner_id is distinct from ${ownerId}`
  const { rows } = await sql<AlikeRow>`
    (select ${columns} from tool where ${ofOthers} and lower(title) % ${name}
      order by similarity(lower(title), ${name}) desc, id limit ${MOST_ALIKE})
    union
    (select ${columns} from tool where ${ofOthers} and search @@ ${alikeQuery(description)}::tsquery
      order by id limit ${MOST_ALIKE})`.execute(db)
  return rows
}

/** The question about a tool that waits for an answer. */
export async function findOpenToolCase(db: Db, toolId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('moderation_case')
    .select('id')
    .where('tool_id', '=', toolId)
    .where('kind', '=', 'tool')
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

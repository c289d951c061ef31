import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

export interface Publication {
  readonly id: string
  readonly ownerId: string
  readonly version: number
  readonly changelog: string
}

/** Notes that followers are to be told; in the transaction of the publication. */
export const noteNews = (transaction: Db, { id, ownerId, version, changelog }: Publication) =>
  sql`insert into creator_news (tool_id, is_first, changelog)
      select ${id}, ${version === 1}, ${changelog} where exists (select from creator_follow where creator_id = ${ownerId})
      on conflict (tool_id) do update set changelog = excluded.changelog, created_at = now(),
        told_up_to = '00000000-0000-0000-0000-000000000000'`.execute(transaction)

export interface NewsRow {
  readonly tool_id: string
  readonly is_first: boolean
  readonly changelog: string
  readonly told_up_to: string
  readonly owner_id: string
  readonly slug: string
  readonly title: string
  readonly creator: string
}

/** The oldest news that nobody has in hand, of a tool that everybody sees and that is not among `except`; until the end of the transaction. */
export async function takeNews(transaction: Db, except: readonly string[]): Promise<NewsRow | undefined> {
  const { rows } = await sql<NewsRow>`
    select news.tool_id, news.is_first, news.changelog, news.told_up_to, tool.owner_id, tool.slug, tool.title,
           person.name as creator
      from creator_news news join tool on tool.id = news.tool_id join "user" person on person.id = tool.owner_id
     where tool.status = 'published' and person.suspended_at is null and news.tool_id <> all(${except}::uuid[])
     order by news.created_at, news.tool_id limit 1 for update of news skip locked`.execute(transaction)
  return rows[0]
}

/** Followers from there on who have no unread word of this tool yet, each with whether they are to be told. */
export async function nextFollowers(
  transaction: Db,
  { owner_id: creatorId, told_up_to: after, slug }: NewsRow,
  limit: number,
): Promise<{ id: string; knows: boolean }[]> {
  const { rows } = await sql<{ id: string; knows: boolean }>`
    select follow.user_id as id,
           person.suspended_at is not null or exists (
             select from notification n where n.user_id = follow.user_id and n.kind = 'creator.published'
                and n.href = ${`/fxn/${slug}`} and n.read_at is null) as knows
      from creator_follow follow join "user" person on person.id = follow.user_id
     where follow.creator_id = ${creatorId} and follow.user_id > ${after}::uuid
     order by follow.user_id limit ${limit}`.execute(transaction)
  return rows
}

export const setTold = (transaction: Db, toolId: string, upTo: string) =>
  transaction.updateTable('creator_news').set({ told_up_to: upTo }).where('tool_id', '=', toolId).execute()

export const deleteNews = (transaction: Db, toolId: string) =>
  transaction.deleteFrom('creator_news').where('tool_id', '=', toolId).execute()

/** What was hidden for a week is news no more. */
export const deleteStaleNews = (db: Db) =>
  sql`delete from creator_news using tool where tool.id = tool_id
        and (tool.status = 'deleted' or creator_news.created_at < now() - interval '7 days')`.execute(db)

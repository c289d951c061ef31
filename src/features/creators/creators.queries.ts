import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

export interface CreatorRow {
  readonly user_id: string
  readonly handle: string
  readonly name: string
  readonly avatar_id: string | null
  readonly about: string
  readonly since: Date
  readonly is_suspended: boolean
  readonly tool_count: number
  readonly run_count: number
  readonly rating_count: number
  readonly rating_sum: number
  readonly follower_count: number
  readonly is_followed: boolean
}

/** Whatever their standing. Only tools that everybody sees count, and only followers with a confirmed address. */
export async function findCreator(db: Db, handle: string, viewerId: string | null): Promise<CreatorRow | undefined> {
  const { rows } = await sql<CreatorRow>`
    select creator.user_id, creator.handle, person.name, avatar.id as avatar_id, creator.about,
           creator.created_at as since, person.suspended_at is not null as is_suspended, made.*,
           (select count(*) from creator_follow f join "user" on "user".id = f.user_id
             where f.creator_id = creator.user_id and email_verified_at is not null and suspended_at is null)
             as follower_count,
           exists (select from creator_follow f where f.creator_id = creator.user_id and f.user_id = ${viewerId}::uuid)
             as is_followed
      from creator join "user" person on person.id = creator.user_id
      left join avatar on avatar.user_id = creator.user_id
      cross join lateral (
        select count(*) as tool_count, coalesce(sum(run_count), 0)::bigint as run_count,
               coalesce(sum(rating_count), 0)::bigint as rating_count, coalesce(sum(rating_sum), 0)::bigint as rating_sum
          from tool where owner_id = creator.user_id and status = 'published') made
     where creator.handle = ${handle}`.execute(db)
  return rows[0]
}

interface Part {
  readonly offset: number
  readonly limit: number
}

export async function listToolIds(db: Db, ownerId: string, { offset, limit }: Part): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tool where owner_id = ${ownerId} and status = 'published'
     order by quality desc, id offset ${offset} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

interface Follow {
  readonly creatorId: string
  readonly userId: string
}

/** False when the person follows `most` others already. */
export async function insertFollow(db: Db, { creatorId, userId }: Follow, most: number): Promise<boolean> {
  const { rows } = await sql<{ is_followed: boolean }>`
    with added as (
      insert into creator_follow (creator_id, user_id) select ${creatorId}, ${userId}
       where (select count(*) from creator_follow where user_id = ${userId}) < ${most}
      on conflict do nothing returning creator_id
    )
    select exists (select from added)
        or exists (select from creator_follow where creator_id = ${creatorId} and user_id = ${userId}) as is_followed`.execute(
    db,
  )
  return rows[0]?.is_followed === true
}

export const deleteFollow = (db: Db, { creatorId, userId }: Follow) =>
  db.deleteFrom('creator_follow').where('creator_id', '=', creatorId).where('user_id', '=', userId).execute()

export const setAbout = (db: Db, userId: string, about: string) =>
  db.updateTable('creator').set({ about }).where('user_id', '=', userId).execute()

export interface FollowedRow {
  readonly handle: string
  readonly name: string
  readonly avatar_id: string | null
  readonly tool_count: number
}

/** Those whose page is there to be seen. */
export async function listFollowed(db: Db, userId: string): Promise<FollowedRow[]> {
  const { rows } = await sql<FollowedRow>`
    select * from (
      select creator.handle, person.name, avatar.id as avatar_id,
             (select count(*) from tool where owner_id = creator.user_id and status = 'published') as tool_count
        from creator_follow follow join creator on creator.user_id = follow.creator_id
        join "user" person on person.id = creator.user_id left join avatar on avatar.user_id = creator.user_id
       where follow.user_id = ${userId} and person.suspended_at is null) followed
     where tool_count > 0 order by lower(name), handle`.execute(db)
  return rows
}

import { sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { StandingDecision } from '#src/lib/standing-decision.schema.ts'
import type { Db } from '#src/server/database.ts'
import { decisionOfText } from '#src/server/moderation/standing-decision.queries.ts'
import { REVIEWS_PER_PAGE, type ReviewSort } from './review-rules.ts'

export interface ReviewText {
  readonly title: string
  readonly content: string
}

/** A review with the text that the asking person is to see: the newest one of their own, otherwise the one that is shown. */
export interface ReviewRow extends ReviewText {
  readonly id: string
  readonly user_id: string
  readonly author: string
  readonly stars: number
  readonly version: number
  readonly status: 'pending' | 'approved' | 'hidden' | 'replaced'
  readonly created_at: Date
  readonly written_at: Date
  readonly helpful_count: number
  readonly vote_count: number
  readonly my_vote: boolean | null
  readonly used: boolean
  /** A hidden one for the creator only, who wrote it. */
  readonly reply: string | null
  readonly reply_hidden: boolean
  readonly replied_at: Date | null
  /** These two for whoever wrote what is hidden. */
  readonly decision: StandingDecision | null
  readonly reply_decision: StandingDecision | null
}

const entriesFor = (viewerId: string | null) => sql`
  select review.id, review.user_id, "user".name as author, rating.stars, seen.version, seen.title, seen.content,
         seen.status, review.created_at, seen.created_at as written_at, review.helpful_count, review.vote_count,
         vote.helpful as my_vote, review.replied_at, review.reply_hidden,
         case when not review.reply_hidden or tool.owner_id = ${viewerId}::uuid then review.reply end as reply,
         has_used(review.tool_id, review.user_id) as used,
         case when seen.status = 'hidden' then ${decisionOfText({
           ...{ kind: 'review', reviewId: sql`review.id`, version: sql`seen.version` },
           person: sql`${viewerId}::uuid`,
         })} end as decision,
         case when review.reply_hidden then ${decisionOfText({
           ...{ kind: 'reply', reviewId: sql`review.id`, version: sql`null` },
           person: sql`${viewerId}::uuid`,
         })} end as reply_decision
    from review join "user" on "user".id = review.user_id join tool on tool.id = review.tool_id
    join rating on rating.tool_id = review.tool_id and rating.user_id = review.user_id
    join review_text seen on seen.review_id = review.id
     and seen.version = case when review.user_id = ${viewerId}::uuid then review.latest else review.shown end
    left join review_vote vote on vote.review_id = review.id and vote.user_id = ${viewerId}::uuid`

/** What suspended people wrote is out of sight until they are back. */
const isAuthorHere = sql`
  exists (select from "user" author where author.id = review.user_id and author.suspended_at is null)`

const ORDERS = {
  helpful: sql`helpful_score desc, id desc`,
  recent: sql`id desc`,
} satisfies Record<ReviewSort, unknown>

interface ListOptions {
  readonly toolId: string
  readonly viewerId: string | null
  readonly sort: ReviewSort
  readonly page: number
}

/** What others wrote and everybody sees, in pages; before the first of them one's own, whatever its state. */
export async function listReviews(db: Db, { toolId, viewerId, sort, page }: ListOptions): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    with place as (
      select id, row_number() over (order by ${ORDERS[sort]}) as place from (
        select id, helpful_score from review
         where tool_id = ${toolId} and shown is not null and user_id is distinct from ${viewerId}::uuid
           and ${isAuthorHere}
         order by ${ORDERS[sort]} limit ${REVIEWS_PER_PAGE} offset ${(page - 1) * REVIEWS_PER_PAGE}) others
      union all
      select id, 0 from review where tool_id = ${toolId} and user_id = ${viewerId}::uuid and ${page} = 1
    )
    select entry.* from place join (${entriesFor(viewerId)}) entry on entry.id = place.id order by place.place`.execute(
    db,
  )
  return rows
}

export async function findReview(db: Db, id: string, viewerId: string): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`select * from (${entriesFor(viewerId)}) entry where id = ${id}`.execute(db)
  return rows[0]
}

interface NewReview extends ReviewText {
  readonly toolId: string
  readonly userId: string
}

/** Undefined when the person has reviewed the tool already. */
export async function insertReview(transaction: Db, review: NewReview): Promise<string | undefined> {
  const { toolId, userId, title, content } = review
  const row = await transaction
    .insertInto('review')
    .values({ id: uuidv7(), tool_id: toolId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['tool_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return undefined
  await transaction.insertInto('review_text').values({ review_id: row.id, version: 1, title, content }).execute()
  return row.id
}

export interface LockedReview {
  readonly id: string
  readonly tool_id: string
  readonly user_id: string
  readonly latest: number
  /** Null also while its author is suspended. */
  readonly shown: number | null
  readonly reply: string | null
  readonly reply_hidden: boolean
  readonly owner_id: string | null
  readonly title: string
  readonly slug: string
}

/** A review of a tool that can be opened, until the end of the transaction; `title` and `slug` are the tool's. */
export async function lockReview(transaction: Db, id: string): Promise<LockedReview | undefined> {
  const { rows } = await sql<LockedReview>`
    select review.id, review.tool_id, review.user_id, review.latest,
           case when ${isAuthorHere} then review.shown end as shown, review.reply,
           review.reply_hidden, tool.owner_id, tool.title, tool.slug
      from review join tool on tool.id = review.tool_id
     where review.id = ${id} and tool.status = 'published' for update of review`.execute(transaction)
  return rows[0]
}

/** Adds a text that waits for a moderator; answers its number. */
export async function addText(transaction: Db, { id, latest }: LockedReview, text: ReviewText): Promise<number> {
  const version = latest + 1
  await sql`update review_text set status = 'replaced'
             where review_id = ${id} and version = ${latest} and status = 'pending'`.execute(transaction)
  await transaction
    .insertInto('review_text')
    .values({ review_id: id, version, ...text })
    .execute()
  await transaction
    .updateTable('review')
    .set({ latest: version, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  return version
}

/** Of a tool that is hidden or removed too. False when it is not this person's. */
export async function deleteReview(db: Db, id: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('review')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** What was hidden stays so until a moderator has read what it reads now. */
export const setReply = (db: Db, id: string, reply: string | null) =>
  db
    .updateTable('review')
    .set({ reply, replied_at: reply === null ? null : sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

interface Vote {
  readonly reviewId: string
  readonly userId: string
}

/** False when the same vote was there already. */
export async function upsertVote(db: Db, vote: Vote & { readonly helpful: boolean }): Promise<boolean> {
  const { rows } = await sql`
    insert into review_vote (review_id, user_id, helpful) values (${vote.reviewId}, ${vote.userId}, ${vote.helpful})
    on conflict (review_id, user_id) do update set helpful = excluded.helpful
     where review_vote.helpful <> excluded.helpful returning 1`.execute(db)
  return rows.length === 1
}

export const deleteVote = (db: Db, { reviewId, userId }: Vote) =>
  db.deleteFrom('review_vote').where('review_id', '=', reviewId).where('user_id', '=', userId).execute()

export const findVotes = (db: Db, id: string) =>
  db.selectFrom('review').select(['helpful_count', 'vote_count']).where('id', '=', id).executeTakeFirstOrThrow()

/** What a moderator has decided about one text: everybody sees it now, or nobody but its author. */
export async function settleText(
  transaction: Db,
  { id, version, isShown }: { readonly id: string; readonly version: number; readonly isShown: boolean },
): Promise<void> {
  await transaction
    .updateTable('review_text')
    .set({ status: isShown ? 'approved' : 'hidden' })
    .where('review_id', '=', id)
    .where('version', '=', version)
    .execute()
  // What is against the rules takes no earlier text away that was not.
  await sql`
    update review set shown = case when ${isShown} then greatest(coalesce(shown, 0), ${version})
                                   when shown = ${version} then
                                     (select max(version) from review_text
                                       where review_id = review.id and status = 'approved' and version < ${version})
                                   else shown end
     where id = ${id}`.execute(transaction)
}

export const setReplyHidden = (transaction: Db, id: string, isHidden: boolean) =>
  transaction.updateTable('review').set({ reply_hidden: isHidden }).where('id', '=', id).execute()

export interface WaitingRow {
  readonly id: string
  readonly slug: string
  readonly tool: string
  readonly stars: number
  readonly title: string
  readonly created_at: Date
  readonly count: number
}

/** What everybody reads of this person's tools, and nobody has answered; each row has the number of all. */
export async function listWaiting(db: Db, ownerId: string, limit: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select review.id, tool.slug, tool.title as tool, rating.stars, shown.title, shown.created_at,
           count(*) over ()::int as count
      from tool join review on review.tool_id = tool.id
      join review_text shown on shown.review_id = review.id and shown.version = review.shown
      join rating on rating.tool_id = review.tool_id and rating.user_id = review.user_id
     where tool.owner_id = ${ownerId} and tool.status = 'published' and review.reply is null and ${isAuthorHere}
     order by shown.created_at desc, review.id limit ${limit}`.execute(db)
  return rows
}

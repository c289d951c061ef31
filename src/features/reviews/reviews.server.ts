import type { ToolRow } from '#src/features/catalog/catalog.queries.ts'
import { findAnyTool } from '#src/features/catalog/catalog.server.ts'
import { isAdmin } from '#src/lib/roles.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, assertFound, conflict, notFound, ownTool, signInRequired } from '#src/server/http/app-error.ts'
import { type Guard, limitWith, signedIn } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Viewer } from '#src/server/http/request-context.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { deleteRating, findRating, sumUpRatings, upsertRating } from './ratings.queries.ts'
import { REVIEW_WORDS } from './review-rules.ts'
import {
  addText,
  deleteReview,
  deleteVote,
  findReview,
  findVotes,
  insertReview,
  type LockedReview,
  listReviews,
  listWaiting,
  lockReview,
  type ReviewRow,
  setReply,
  upsertVote,
} from './reviews.queries.ts'
import { type RatingSummary, type ReviewEntry, reviewsContract, WAITING_SHOWN } from './reviews.schema.ts'

const ownReview = () => new AppError({ code: 'OWN_REVIEW', status: 403, message: 'This review is your own' })
const ratingRequired = () => conflict('RATING_REQUIRED', 'Please rate this tool before writing a review')
const reviewExists = () => conflict('REVIEW_EXISTS', 'You have reviewed this tool already. Edit your review instead.')
const alreadyVoted = () => conflict('ALREADY_VOTED', 'You have said so already')

/** A text that a moderator is to look at. */
export interface Submission {
  readonly kind: 'review' | 'reply'
  readonly toolId: string
  readonly reviewId: string
  readonly version: number | null
  readonly personId: string
  readonly subject: string
}

interface ReviewsDeps {
  readonly db: Db
  /** A tool for somebody: what was removed is still there for those who bought it. Throws 404 and 410. */
  readonly getUsable: (idOrSlug: string, userId: string | null) => Promise<ToolRow>
  readonly limiter: Limiter
  /** Puts a text before the moderators; in the transaction that writes it. */
  readonly submit: (transaction: Db, submission: Submission) => Promise<void>
}

const mayRate: Guard<{ readonly user: Viewer }> = function mayRate(asked) {
  if (asked.viewer === null) throw signInRequired(REVIEW_WORDS.signIn)
  return signedIn(asked)
}

async function ratingsOf(db: Db, tool: Pick<ToolRow, 'id' | 'owner_id' | 'kind'>, viewer: Viewer | null) {
  const [all, own] = await Promise.all([
    sumUpRatings(db, tool.id),
    viewer === null ? undefined : findRating(db, { toolId: tool.id, userId: viewer.id }),
  ])
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = all.by_stars
  return {
    avgRating: all.rating_count === 0 ? 0 : Math.round((all.rating_sum / all.rating_count) * 100) / 100,
    ratingCount: all.rating_count,
    distribution: { 1: one, 2: two, 3: three, 4: four, 5: five },
    userRating: own === undefined ? null : { rating: own.stars, counted: own.counted },
    reviewCount: all.reviews,
    isOwner: viewer !== null && viewer.id === tool.owner_id,
    isInsider: viewer !== null && isOfTheHouse(tool, viewer),
  } satisfies RatingSummary
}

const STATUS = { approved: 'visible', pending: 'pending', hidden: 'hidden', replaced: 'pending' } as const

const toEntry = (row: ReviewRow, viewerId: string | null): ReviewEntry => ({
  user: { name: row.author },
  rating: { rating: row.stars },
  review: {
    id: row.id,
    title: row.title,
    content: row.content,
    createdAt: row.created_at.toISOString(),
    editedAt: row.version === 1 ? null : row.written_at.toISOString(),
    helpfulCount: row.helpful_count,
    voteCount: row.vote_count,
  },
  status: STATUS[row.status],
  decision: row.decision,
  isOwn: row.user_id === viewerId,
  verifiedUse: row.used,
  myVote: row.my_vote,
  reply:
    row.reply === null
      ? null
      : {
          ...{ content: row.reply, createdAt: row.replied_at?.toISOString() ?? '' },
          ...{ isHidden: row.reply_hidden, decision: row.reply_decision },
        },
})

/** Whether they work for Fettle, which made the tool. */
const isOfTheHouse = (tool: Pick<ToolRow, 'kind'>, user: Viewer): boolean =>
  tool.kind === 'builtin' && isAdmin(user.role)

/** Whoever made a tool says nothing of how good it is. */
function refuseMakers(tool: Pick<ToolRow, 'owner_id' | 'kind'>, user: Viewer, act: 'rate' | 'review'): void {
  if (tool.owner_id === user.id) throw ownTool(`You cannot ${act} your own tool`)
  if (isOfTheHouse(tool, user)) throw ownTool(`Who works for Fettle does not ${act} the tools that it makes`)
}

export function reviewRoutes(deps: ReviewsDeps): Route[] {
  const { db, limiter, getUsable } = deps
  const limit = limitWith(limiter)('60/h', 'rating')
  return [
    route(reviewsContract.ratings, [], async ({ params, viewer }) =>
      ratingsOf(db, await getUsable(params.fxnId, viewer?.id ?? null), viewer),
    ),
    route(reviewsContract.list, [], async ({ params, query, viewer }) => {
      const viewerId = viewer?.id ?? null
      const { id } = await getUsable(params.fxnId, viewerId)
      return (await listReviews(db, { toolId: id, viewerId, ...query })).map((row) => toEntry(row, viewerId))
    }),
    route(reviewsContract.waiting, [signedIn], async ({ user }) => {
      const rows = await listWaiting(db, user.id, WAITING_SHOWN)
      const reviews = rows.map(({ id, slug, tool, stars, title, created_at }) => ({
        ...{ id, tool: { slug, title: tool }, stars, title, createdAt: created_at.toISOString() },
      }))
      return { reviews, count: rows[0]?.count ?? 0 }
    }),
    route(reviewsContract.rate, [mayRate, limit], async ({ body, user }) => {
      const tool = await getUsable(body.fxnId, user.id)
      refuseMakers(tool, user, 'rate')
      await upsertRating(db, { toolId: tool.id, userId: user.id, stars: body.rating })
      return ratingsOf(db, tool, user)
    }),
    route(reviewsContract.unrate, [mayRate, limit], async ({ params, user }) => {
      // Whatever became of the tool: what people gave stays theirs to take back.
      const tool = await findAnyTool(db, params.fxnId)
      if (tool !== undefined && (await deleteRating(db, { toolId: tool.id, userId: user.id })))
        return ratingsOf(db, tool, user)
      await getUsable(params.fxnId, user.id)
      throw notFound('rating')
    }),
    ...writingRoutes(deps),
    ...voteRoutes(deps),
    ...replyRoutes(deps),
  ]
}

const subjectOf = ({ title, content }: { title: string; content: string }) => `${title}\n\n${content}`

async function entryOf(db: Db, id: string, viewerId: string): Promise<{ entry: ReviewEntry }> {
  const row = await findReview(db, id, viewerId)
  assertFound(row, 'review')
  return { entry: toEntry(row, viewerId) }
}

/** Somebody's own review under a lock; 404 for those of others. */
async function lockOwn(transaction: Db, id: string, userId: string): Promise<LockedReview> {
  const review = await lockReview(transaction, id)
  assertFound(review?.user_id === userId ? review : undefined, 'review')
  return review as LockedReview
}

function writingRoutes({ db, limiter, getUsable, submit }: ReviewsDeps): Route[] {
  const limit = limitWith(limiter)('40/h', 'review')
  return [
    route(reviewsContract.write, [mayRate, limit], async ({ body: { fxnId, ...text }, user }) => {
      const tool = await getUsable(fxnId, user.id)
      refuseMakers(tool, user, 'review')
      const toolId = tool.id
      const id = await db.transaction().execute(async (transaction) => {
        if ((await findRating(transaction, { toolId, userId: user.id })) === undefined) throw ratingRequired()
        const reviewId = await insertReview(transaction, { toolId, userId: user.id, ...text })
        if (reviewId === undefined) throw reviewExists()
        const subject = subjectOf(text)
        await submit(transaction, { kind: 'review', toolId, reviewId, version: 1, personId: user.id, subject })
        return reviewId
      })
      return entryOf(db, id, user.id)
    }),
    route(reviewsContract.edit, [signedIn, limit], async ({ params: { reviewId }, body, user }) => {
      await db.transaction().execute(async (transaction) => {
        const review = await lockOwn(transaction, reviewId, user.id)
        const version = await addText(transaction, review, body)
        const facts = { toolId: review.tool_id, reviewId, version, personId: user.id, subject: subjectOf(body) }
        await submit(transaction, { kind: 'review', ...facts })
      })
      return entryOf(db, reviewId, user.id)
    }),
    route(reviewsContract.remove, [signedIn, limit], async ({ params: { reviewId }, user }) => {
      if (!(await deleteReview(db, reviewId, user.id))) throw notFound('review')
      return { ok: true as const }
    }),
  ]
}

/** A review that everybody sees and that this person may vote on: neither theirs nor of their own tool. */
async function lockForVote(transaction: Db, id: string, userId: string): Promise<void> {
  const review = await lockReview(transaction, id)
  assertFound(review, 'review')
  if (review.user_id === userId) throw ownReview()
  if (review.shown === null) assertFound(undefined, 'review')
  if (review.owner_id === userId) throw ownTool('You cannot vote on reviews of your own tool')
}

async function votesOf(db: Db, id: string, myVote: boolean | null) {
  const { helpful_count, vote_count } = await findVotes(db, id)
  return { helpfulCount: helpful_count, voteCount: vote_count, myVote }
}

function voteRoutes({ db, limiter }: ReviewsDeps): Route[] {
  const limit = limitWith(limiter)('60/min', 'helpful')
  return [
    route(reviewsContract.vote, [signedIn, limit], ({ params: { reviewId }, body: { helpful }, user }) =>
      db.transaction().execute(async (transaction) => {
        await lockForVote(transaction, reviewId, user.id)
        if (!(await upsertVote(transaction, { reviewId, userId: user.id, helpful }))) throw alreadyVoted()
        return votesOf(transaction, reviewId, helpful)
      }),
    ),
    route(reviewsContract.unvote, [signedIn, limit], ({ params: { reviewId }, user }) =>
      db.transaction().execute(async (transaction) => {
        await lockForVote(transaction, reviewId, user.id)
        await deleteVote(transaction, { reviewId, userId: user.id })
        return votesOf(transaction, reviewId, null)
      }),
    ),
  ]
}

/** A visible review of somebody's own tool; 404 for those of other tools. */
async function lockForReply(transaction: Db, id: string, ownerId: string): Promise<LockedReview> {
  const review = await lockReview(transaction, id)
  assertFound(review?.owner_id === ownerId && review.shown !== null ? review : undefined, 'review')
  return review as LockedReview
}

function replyRoutes({ db, limiter, submit }: ReviewsDeps): Route[] {
  const limit = limitWith(limiter)('40/h', 'reply')
  return [
    route(reviewsContract.reply, [signedIn, limit], async ({ params: { reviewId }, body: { content }, user }) => {
      await db.transaction().execute(async (transaction) => {
        const review = await lockForReply(transaction, reviewId, user.id)
        await setReply(transaction, reviewId, content)
        const facts = { toolId: review.tool_id, reviewId, version: null, personId: user.id, subject: content }
        await submit(transaction, { kind: 'reply', ...facts })
        if (review.reply === null && !review.reply_hidden)
          await notify(transaction, {
            userId: review.user_id,
            kind: 'review.answered',
            title: `Your review of “${review.title}” was answered`,
            href: `/fxn/${review.slug}#reviews`,
          })
      })
      return entryOf(db, reviewId, user.id)
    }),
    route(reviewsContract.unreply, [signedIn, limit], async ({ params: { reviewId }, user }) => {
      await db.transaction().execute(async (transaction) => {
        await lockForReply(transaction, reviewId, user.id)
        await setReply(transaction, reviewId, null)
      })
      return entryOf(db, reviewId, user.id)
    }),
  ]
}

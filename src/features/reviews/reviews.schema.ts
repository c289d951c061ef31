import { endpoint } from '#src/lib/contract.ts'
import { StandingDecision } from '#src/lib/standing-decision.schema.ts'
import { z } from '#src/lib/zod.ts'
import { CONTENT_MAX, REPLY_MAX, REVIEW_SORTS, REVIEW_WORDS, TITLE_MAX } from './review-rules.ts'

const MAX_PAGE = 500

/** Id or slug of a tool. */
const OfTool = z.strictObject({ fxnId: z.string().min(1).max(100) })
const OfReview = z.strictObject({ reviewId: z.uuid() })
const Stars = z.int('Choose 1 to 5 stars').min(1, 'Choose 1 to 5 stars').max(5, 'Choose 1 to 5 stars')

const text = (max: number, name: string) =>
  z.string(REVIEW_WORDS.both).trim().min(1, REVIEW_WORDS.both).max(max, `${name} must be ${max} characters or less`)
const ReviewText = { title: text(TITLE_MAX, 'Title'), content: text(CONTENT_MAX, 'Content') }
const Reply = z
  .string(REVIEW_WORDS.noReply)
  .trim()
  .min(1, REVIEW_WORDS.noReply)
  .max(REPLY_MAX, `An answer must be ${REPLY_MAX} characters or less`)

export const RatingSummary = z.object({
  avgRating: z.number(),
  ratingCount: z.int(),
  /** How many gave each number of stars. */
  distribution: z.object({ 1: z.int(), 2: z.int(), 3: z.int(), 4: z.int(), 5: z.int() }),
  /** Mine. Not counted: until I confirm my address. */
  userRating: z.object({ rating: z.int(), counted: z.boolean() }).nullable(),
  /** Reviews that everybody sees. */
  reviewCount: z.int(),
  /** Its creator answers reviews, and rates nothing. */
  isOwner: z.boolean(),
  /** Works for Fettle, which made the tool, and rates it no more than its creator would. */
  isInsider: z.boolean(),
})
export type RatingSummary = z.infer<typeof RatingSummary>

export const ReviewEntry = z.object({
  user: z.object({ name: z.string() }),
  rating: z.object({ rating: z.int() }),
  review: z.object({
    id: z.uuid(),
    title: z.string(),
    content: z.string(),
    createdAt: z.string(),
    /** When this text was written, if it is not the first one. */
    editedAt: z.string().nullable(),
    helpfulCount: z.int(),
    voteCount: z.int(),
  }),
  /** Others than its author only ever see those that are visible. */
  status: z.enum(['visible', 'pending', 'hidden']),
  /** Why it is hidden, for its author. */
  decision: StandingDecision.nullable(),
  isOwn: z.boolean(),
  /** Its author has run the tool twice or more. */
  verifiedUse: z.boolean(),
  /** Whether I found it helpful; null without a vote. */
  myVote: z.boolean().nullable(),
  reply: z
    .object({
      content: z.string(),
      createdAt: z.string(),
      /** By a moderator: nobody but the tool's creator gets it. */
      isHidden: z.boolean(),
      decision: StandingDecision.nullable(),
    })
    .nullable(),
})
export type ReviewEntry = z.infer<typeof ReviewEntry>

const WaitingReview = z.object({
  id: z.uuid(),
  tool: z.object({ slug: z.string(), title: z.string() }),
  stars: z.int(),
  title: z.string(),
  createdAt: z.string(),
})
export type WaitingReview = z.infer<typeof WaitingReview>
export const WAITING_SHOWN = 5

const Written = z.object({ entry: ReviewEntry })
const Votes = z.object({ helpfulCount: z.int(), voteCount: z.int(), myVote: z.boolean().nullable() })
const FOR_VOTES = ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'OWN_REVIEW', 'OWN_TOOL', 'TOO_MANY_REQUESTS'] as const

export const reviewsContract = {
  ratings: endpoint({
    method: 'GET',
    path: '/api/discovery/ratings/:fxnId',
    scope: 'read',
    summary: 'The ratings of a tool, and mine',
    params: OfTool,
    answer: RatingSummary,
    errors: ['NOT_FOUND', 'GONE'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/discovery/reviews/:fxnId',
    scope: 'read',
    summary: 'Reviews of a tool, mine first',
    params: OfTool,
    query: z.strictObject({
      sort: z.enum(REVIEW_SORTS).default('helpful'),
      page: z.coerce.number().int().min(1).max(MAX_PAGE).default(1),
    }),
    answer: z.array(ReviewEntry),
    errors: ['NOT_FOUND', 'GONE'],
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/api/reviews/waiting',
    scope: 'read',
    summary: `Reviews of my tools that I have not answered, the latest first; ${WAITING_SHOWN} at most, and how many there are`,
    answer: z.object({ reviews: z.array(WaitingReview), count: z.int() }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  rate: endpoint({
    method: 'POST',
    path: '/api/discovery/ratings',
    summary: 'Rate a tool, or change my rating; it counts at once',
    body: z.strictObject({ fxnId: z.string().min(1).max(100), rating: Stars }),
    answer: RatingSummary,
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'GONE', 'OWN_TOOL', 'TOO_MANY_REQUESTS'],
  }),
  unrate: endpoint({
    method: 'DELETE',
    path: '/api/discovery/ratings/:fxnId',
    summary: 'Take back my rating of a tool, and my review with it',
    params: OfTool,
    answer: RatingSummary,
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'GONE', 'TOO_MANY_REQUESTS'],
  }),
  write: endpoint({
    method: 'POST',
    path: '/api/discovery/reviews',
    summary: 'Review a tool that I have rated; visible after moderation',
    body: z.strictObject({ fxnId: z.string().min(1).max(100), ...ReviewText }),
    answer: Written,
    status: 201,
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'GONE', 'OWN_TOOL', 'RATING_REQUIRED', 'REVIEW_EXISTS'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/discovery/reviews/:reviewId',
    summary: 'Change my review; the earlier text stays until the new one has been looked at',
    params: OfReview,
    body: z.strictObject(ReviewText),
    answer: Written,
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/discovery/reviews/:reviewId',
    summary: 'Delete my review with its earlier texts; the rating stays',
    params: OfReview,
    answer: z.object({ ok: z.literal(true) }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  vote: endpoint({
    method: 'POST',
    path: '/api/discovery/reviews/:reviewId/helpful',
    summary: 'Say whether a review is helpful; without a body, that it is',
    params: OfReview,
    body: z.strictObject({ helpful: z.boolean().default(true) }),
    answer: Votes,
    errors: [...FOR_VOTES, 'ALREADY_VOTED'],
  }),
  unvote: endpoint({
    method: 'DELETE',
    path: '/api/discovery/reviews/:reviewId/helpful',
    summary: 'Take back my vote on a review',
    params: OfReview,
    answer: Votes,
    errors: FOR_VOTES,
  }),
  reply: endpoint({
    method: 'PUT',
    path: '/api/discovery/reviews/:reviewId/reply',
    summary:
      'Answer a review of my tool, or change my answer; visible at once, looked at afterwards; once hidden, before',
    params: OfReview,
    body: z.strictObject({ content: Reply }),
    answer: Written,
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  unreply: endpoint({
    method: 'DELETE',
    path: '/api/discovery/reviews/:reviewId/reply',
    summary: 'Delete my answer to a review',
    params: OfReview,
    answer: Written,
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
}

import { FxnCard, MAX_PAGE } from '#src/features/catalog/catalog.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const ABOUT_MAX = 500
export const MAX_FOLLOWED = 1000
export const FOLLOW_SIGN_IN = 'You must be logged in to follow creators'

const Params = z.strictObject({ handle: z.string().min(1).max(100).toLowerCase() })

export const Creator = z.object({
  handle: z.string(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
  about: z.string(),
  /** When the first tool was published. */
  since: z.string(),
  toolCount: z.int(),
  runCount: z.int(),
  /** Over all tools; zero while nobody has rated one. */
  avgRating: z.number(),
  ratingCount: z.int(),
  followerCount: z.int(),
  isFollowed: z.boolean(),
  isSelf: z.boolean(),
})
export type Creator = z.infer<typeof Creator>

const Following = z.object({ isFollowed: z.boolean(), followerCount: z.int() })

const Followed = z.object({
  handle: z.string(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
  toolCount: z.int(),
})
export type Followed = z.infer<typeof Followed>

export const creatorsContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/creators/:handle',
    scope: 'read',
    summary: 'Who publishes tools, and which; the best ones first',
    params: Params,
    query: z.strictObject({ page: z.coerce.number().int().min(1).max(MAX_PAGE).default(1) }),
    answer: z.object({ creator: Creator, fxns: z.array(FxnCard), page: z.int(), pages: z.int() }),
    errors: ['NOT_FOUND', 'GONE'],
  }),
  follow: endpoint({
    method: 'POST',
    path: '/api/creators/:handle/follow',
    summary: 'Be told of new tools and versions of this creator',
    params: Params,
    answer: Following,
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'GONE', 'OWN_PAGE', 'FOLLOW_LIMIT_REACHED'],
  }),
  unfollow: endpoint({
    method: 'DELETE',
    path: '/api/creators/:handle/follow',
    summary: 'Be told nothing more of this creator',
    params: Params,
    answer: Following,
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  describe: endpoint({
    method: 'PUT',
    path: '/api/creators/:handle',
    summary: 'Say on my own page who I am',
    params: Params,
    body: z.strictObject({ about: z.string().trim().max(ABOUT_MAX, `At most ${ABOUT_MAX} characters`) }),
    answer: z.object({ about: z.string() }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  following: endpoint({
    method: 'GET',
    path: '/api/following',
    scope: 'read',
    summary: 'The creators that I follow, by name',
    answer: z.object({ creators: z.array(Followed) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
}

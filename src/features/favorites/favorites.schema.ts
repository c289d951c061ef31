import { FxnCard } from '#src/features/catalog/catalog.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const MAX_FAVORITES = 1000

const Params = z.strictObject({ id: z.string().min(1).max(100) })
const Favorite = z.object({
  isFavorite: z.boolean(),
  /** Of all people with a confirmed address. */
  favoriteCount: z.int(),
})

/** One that cannot be opened: for now, or for good. */
const AwayFavorite = z.object({ id: z.uuid(), title: z.string(), why: z.enum(['hidden', 'removed']) })
export type AwayFavorite = z.infer<typeof AwayFavorite>

export const favoritesContract = {
  add: endpoint({
    method: 'POST',
    path: '/api/tools/:id/favorite',
    summary: 'Make a tool one of my favourites',
    params: Params,
    answer: Favorite,
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'GONE', 'FAVORITE_LIMIT_REACHED'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/tools/:id/favorite',
    summary: 'A tool is none of my favourites any more',
    params: Params,
    answer: Favorite,
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'GONE'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/favorites',
    scope: 'read',
    summary: 'My favourites in my order, new ones first',
    answer: z.object({ fxns: z.array(FxnCard), away: z.array(AwayFavorite) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  order: endpoint({
    method: 'PUT',
    path: '/api/favorites/order',
    summary: 'Put my favourites in this order; ids that are none of them are passed over',
    body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(MAX_FAVORITES) }),
    answer: z.object({ ids: z.array(z.uuid()) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  ids: endpoint({
    method: 'GET',
    path: '/api/favorites/ids',
    scope: 'read',
    summary: 'The ids of my favourites',
    answer: z.object({ ids: z.array(z.uuid()) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
}

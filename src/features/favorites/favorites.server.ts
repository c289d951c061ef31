import { listCards } from '#src/features/catalog/catalog.queries.ts'
import { getTool, toCard } from '#src/features/catalog/catalog.server.ts'
import type { Db } from '#src/server/database.ts'
import { conflict, signInRequired } from '#src/server/http/app-error.ts'
import { type Guard, limitWith, signedIn } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Viewer } from '#src/server/http/request-context.ts'
import { type Route, route } from '#src/server/http/route.ts'
import {
  countFavorites,
  deleteFavorite,
  findOwnFavorite,
  insertFavorite,
  listAway,
  listFavoriteIds,
  orderFavorites,
} from './favorites.queries.ts'
import { favoritesContract, MAX_FAVORITES } from './favorites.schema.ts'

const limitReached = () =>
  conflict('FAVORITE_LIMIT_REACHED', `There can be ${MAX_FAVORITES} favourites. Remove one first.`)

const mayFavorite: Guard<{ readonly user: Viewer }> = function mayFavorite(asked) {
  if (asked.viewer === null) throw signInRequired('You must be logged in to favorite tools')
  return signedIn(asked)
}

export function favoriteRoutes({ db, limiter }: { db: Db; limiter: Limiter }): Route[] {
  const limit = limitWith(limiter)('60/min', 'favorite')
  return [
    route(favoritesContract.add, [mayFavorite, limit], async ({ params, user }) => {
      const { id } = await getTool(db, params.id)
      if (!(await insertFavorite(db, { userId: user.id, toolId: id }, MAX_FAVORITES))) throw limitReached()
      return { isFavorite: true, favoriteCount: await countFavorites(db, id) }
    }),
    route(favoritesContract.remove, [mayFavorite, limit], async ({ params, user }) => {
      // One that is hidden or removed stands in no catalogue, and still in my list.
      const id = (await findOwnFavorite(db, user.id, params.id)) ?? (await getTool(db, params.id)).id
      await deleteFavorite(db, { userId: user.id, toolId: id })
      return { isFavorite: false, favoriteCount: await countFavorites(db, id) }
    }),
    route(favoritesContract.list, [signedIn], async ({ user }) => ({
      fxns: (await listCards(db, await listFavoriteIds(db, user.id))).map(toCard),
      away: await listAway(db, user.id),
    })),
    route(favoritesContract.order, [signedIn, limit], async ({ body, user }) => {
      await orderFavorites(db, user.id, body.ids)
      return { ids: await listFavoriteIds(db, user.id) }
    }),
    route(favoritesContract.ids, [signedIn], async ({ user }) => ({ ids: await listFavoriteIds(db, user.id) })),
  ]
}

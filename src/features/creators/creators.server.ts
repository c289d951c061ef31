import { avatarPath } from '#src/features/accounts/avatar-path.ts'
import { listCards } from '#src/features/catalog/catalog.queries.ts'
import { RESULTS_PER_PAGE } from '#src/features/catalog/catalog.schema.ts'
import { toCard } from '#src/features/catalog/catalog.server.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, conflict, gone, signInRequired } from '#src/server/http/app-error.ts'
import { type Guard, limitWith, signedIn } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Viewer } from '#src/server/http/request-context.ts'
import { type Route, route } from '#src/server/http/route.ts'
import {
  type CreatorRow,
  deleteFollow,
  findCreator,
  insertFollow,
  listFollowed,
  listToolIds,
  setAbout,
} from './creators.queries.ts'
import { type Creator, creatorsContract, FOLLOW_SIGN_IN, MAX_FOLLOWED } from './creators.schema.ts'

const ownPage = () => conflict('OWN_PAGE', 'This page is your own')
const limitReached = () =>
  conflict('FOLLOW_LIMIT_REACHED', `You follow ${MAX_FOLLOWED} creators. Stop following one of them first.`)

const mayFollow: Guard<{ readonly user: Viewer }> = function mayFollow(asked) {
  if (asked.viewer === null) throw signInRequired(FOLLOW_SIGN_IN)
  return signedIn(asked)
}

const urlOf = (avatarId: string | null) => (avatarId === null ? null : avatarPath(avatarId))

const toCreator = (row: CreatorRow, viewerId: string | null): Creator => ({
  handle: row.handle,
  name: row.name,
  avatarUrl: urlOf(row.avatar_id),
  about: row.about,
  since: row.since.toISOString(),
  toolCount: row.tool_count,
  runCount: row.run_count,
  avgRating: row.rating_count === 0 ? 0 : Math.round((row.rating_sum / row.rating_count) * 100) / 100,
  ratingCount: row.rating_count,
  followerCount: row.follower_count,
  isFollowed: row.is_followed,
  isSelf: row.user_id === viewerId,
})

/** 410 while the account is suspended; 404 for others than the creator while nothing is published. */
async function getCreator(db: Db, handle: string, viewerId: string | null): Promise<CreatorRow> {
  const row = await findCreator(db, handle, viewerId)
  assertFound(row, 'creator')
  if (row.is_suspended) throw gone('creator', 'by our moderators')
  if (row.tool_count === 0 && row.user_id !== viewerId) assertFound(undefined, 'creator')
  return row
}

export function creatorRoutes({ db, limiter }: { readonly db: Db; readonly limiter: Limiter }): Route[] {
  const limit = limitWith(limiter)
  return [
    route(creatorsContract.get, [], async ({ params, query: { page }, viewer }) => {
      const viewerId = viewer?.id ?? null
      const row = await getCreator(db, params.handle, viewerId)
      const part = { offset: (page - 1) * RESULTS_PER_PAGE, limit: RESULTS_PER_PAGE }
      const fxns = (await listCards(db, await listToolIds(db, row.user_id, part))).map(toCard)
      const pages = Math.max(1, Math.ceil(row.tool_count / RESULTS_PER_PAGE))
      return { creator: toCreator(row, viewerId), fxns, page, pages }
    }),
    route(creatorsContract.describe, [signedIn, limit('30/h', 'about')], async ({ params, body, user }) => {
      const row = await findCreator(db, params.handle, user.id)
      assertFound(row?.user_id === user.id ? row : undefined, 'creator')
      await setAbout(db, user.id, body.about)
      return { about: body.about }
    }),
    ...followRoutes({ db, limiter }),
  ]
}

function followRoutes({ db, limiter }: { readonly db: Db; readonly limiter: Limiter }): Route[] {
  const limit = limitWith(limiter)('60/min', 'follow')
  const standingOf = async (handle: string, viewerId: string) => {
    const row = await findCreator(db, handle, viewerId)
    return { isFollowed: row?.is_followed === true, followerCount: row?.follower_count ?? 0 }
  }
  return [
    route(creatorsContract.follow, [mayFollow, limit], async ({ params: { handle }, user }) => {
      const { user_id: creatorId } = await getCreator(db, handle, user.id)
      if (creatorId === user.id) throw ownPage()
      if (!(await insertFollow(db, { creatorId, userId: user.id }, MAX_FOLLOWED))) throw limitReached()
      return standingOf(handle, user.id)
    }),
    route(creatorsContract.unfollow, [mayFollow, limit], async ({ params: { handle }, user }) => {
      // Whatever became of them: nobody stays a follower against their will.
      const row = await findCreator(db, handle, user.id)
      assertFound(row, 'creator')
      await deleteFollow(db, { creatorId: row.user_id, userId: user.id })
      return standingOf(handle, user.id)
    }),
    route(creatorsContract.following, [signedIn], async ({ user }) => ({
      creators: (await listFollowed(db, user.id)).map(({ handle, name, avatar_id, tool_count }) => ({
        handle,
        name,
        avatarUrl: urlOf(avatar_id),
        toolCount: tool_count,
      })),
    })),
  ]
}

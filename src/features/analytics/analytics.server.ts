import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { signedIn } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { readSums } from './analytics.queries.ts'
import { analyticsContract } from './analytics.schema.ts'
import { rangeIn, todayIn } from './range.ts'
import { toAnalytics } from './sum-up.ts'

interface AnalyticsDeps {
  readonly db: Db
  /** The id when the workflow is theirs. */
  readonly findOwned: (ownerId: string, workflowId: string) => Promise<string | undefined>
}

export const analyticsRoutes = ({ db, findOwned }: AnalyticsDeps): Route[] => [
  route(analyticsContract.get, [signedIn], async ({ user, params, query: { tz: timeZone, ...days } }) => {
    assertFound(await findOwned(user.id, params.id), 'workflow')
    const usual = rangeIn(new URLSearchParams(), todayIn(timeZone, new Date()))
    const { from = usual.from, to = usual.to } = days
    const range = { from, to, timeZone }
    return { analytics: toAnalytics(range, await readSums(db, { ...range, workflowId: params.id })) }
  }),
]

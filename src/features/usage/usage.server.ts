import type { Pool } from 'pg'
import type { AccountLimits } from '#src/lib/account-limits.ts'
import { signedIn } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { countRuns, storedBytes } from './usage.queries.ts'
import { usageContract } from './usage.schema.ts'

interface UsageDeps {
  readonly pool: Pool
  readonly limits: AccountLimits
}

export const usageRoutes = ({ pool, limits }: UsageDeps): Route[] => [
  route(usageContract.get, [signedIn], async ({ user }) => {
    const [stored, { kept, running }] = await Promise.all([storedBytes(pool, user.id), countRuns(pool, user.id)])
    return {
      usage: {
        atOnce: { used: running, limit: limits.runsAtOnce },
        startsPerMinute: limits.startsPerMinute,
        stored: { used: stored, limit: limits.storedBytes },
        kept: { used: kept, limit: limits.keepRuns, days: limits.keepDays },
      },
    }
  }),
]

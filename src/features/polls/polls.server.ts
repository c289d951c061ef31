import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { signedIn } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { listPolls } from './polls.queries.ts'
import { pollsContract } from './polls.schema.ts'

interface PollsDeps {
  readonly db: Db
  readonly isOwnWorkflow: (userId: string, workflowId: string) => Promise<boolean>
}

export function pollRoutes({ db, isOwnWorkflow }: PollsDeps): Route[] {
  return [
    route(pollsContract.list, [signedIn], async ({ user, params }) => {
      assertFound((await isOwnWorkflow(user.id, params.id)) || undefined, 'workflow')
      const rows = await listPolls(db, params.id)
      return {
        polls: rows.map((row) => ({
          nodeId: row.node_id,
          nextAt: row.next_at.toISOString(),
          lookedAt: row.looked_at?.toISOString() ?? null,
          foundAt: row.found_at?.toISOString() ?? null,
          failures: row.failures,
          error: row.error,
        })),
      }
    }),
  ]
}

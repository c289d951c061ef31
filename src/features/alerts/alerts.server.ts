import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { signedIn } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { listRules, replaceRules } from './alerts.queries.ts'
import { type AlertRule, alertsContract } from './alerts.schema.ts'

interface AlertsDeps {
  readonly db: Db
  /** The id when the workflow is theirs. */
  readonly findOwned: (ownerId: string, workflowId: string) => Promise<string | undefined>
}

async function rulesOf(db: Db, workflowId: string): Promise<{ rules: AlertRule[] }> {
  const rows = await listRules(db, workflowId)
  return {
    rules: rows.map(({ kind, threshold, by_mail, firing_since }) => ({
      kind,
      threshold,
      byMail: by_mail,
      firingSince: firing_since?.toISOString() ?? null,
    })),
  }
}

export const alertRoutes = ({ db, findOwned }: AlertsDeps): Route[] => [
  route(alertsContract.list, [signedIn], async ({ user, params }) => {
    assertFound(await findOwned(user.id, params.id), 'workflow')
    return rulesOf(db, params.id)
  }),
  route(alertsContract.set, [signedIn], async ({ user, params, body }) => {
    assertFound(await findOwned(user.id, params.id), 'workflow')
    return db.transaction().execute(async (transaction) => {
      await replaceRules(transaction, params.id, body.rules)
      return rulesOf(transaction, params.id)
    })
  }),
]

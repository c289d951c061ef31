import { formsOf, hideSecrets } from '#src/engine/decide/secret-forms.ts'
import { isSameJson } from '#src/lib/same-json.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, conflict, invalidInput } from '#src/server/http/app-error.ts'
import { signedIn } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { findOwned } from '../workflows.queries.ts'
import { listPins, removePin, setPin } from './pins.queries.ts'
import { MAX_PINS, pinsContract } from './pins.schema.ts'

interface PinsDeps {
  readonly db: Db
  /** The values of somebody's secrets. */
  readonly secretsOf: (userId: string) => Promise<string[]>
}

export const tooManyPins = () => conflict('TOO_MANY_PINS', `At most ${MAX_PINS} outputs of a workflow can be pinned`)
const holdsSecret = () =>
  invalidInput([{ field: 'output', message: 'This output holds one of your secrets. Take it out, then pin it.' }])

export function pinRoutes({ db, secretsOf }: PinsDeps): Route[] {
  const assertOwn = async (userId: string, id: string) => assertFound(await findOwned(db, userId, id), 'workflow')
  const done = { ok: true as const }
  return [
    route(pinsContract.list, [signedIn], async ({ user, params }) => {
      await assertOwn(user.id, params.id)
      return { pins: await listPins(db, params.id) }
    }),
    route(pinsContract.set, [signedIn], async ({ user, params, body }) => {
      await assertOwn(user.id, params.id)
      const secrets = (await secretsOf(user.id)).map(formsOf)
      if (!isSameJson(hideSecrets(body.output, secrets), body.output)) throw holdsSecret()
      return db.transaction().execute(async (transaction) => {
        if (!(await setPin(transaction, params.id, params.nodeId, body))) throw tooManyPins()
        return done
      })
    }),
    route(pinsContract.remove, [signedIn], async ({ user, params }) => {
      await assertOwn(user.id, params.id)
      await removePin(db, params.id, params.nodeId)
      return done
    }),
  ]
}

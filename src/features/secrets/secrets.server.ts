import { SecretName } from '#src/lib/value-names.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { SecretBox } from '#src/server/crypto/secret-box.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, conflict, invalidInput } from '#src/server/http/app-error.ts'
import { inSession } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { secretPlace } from './secret-reader.server.ts'
import { deleteSecret, findSecret, listSecrets, lockSecrets, storeSecret } from './secrets.queries.ts'
import { MAX_SECRETS, type Secret, secretsContract } from './secrets.schema.ts'

interface SecretsDeps {
  readonly db: Db
  readonly secretBox: SecretBox
}

export const secretLimitReached = () =>
  conflict('SECRET_LIMIT_REACHED', `There can be ${MAX_SECRETS} secrets. Delete one that you no longer use.`)

function checkName(given: string): string {
  const { success, data, error } = SecretName.safeParse(given)
  if (!success) throw invalidInput([{ field: 'name', message: error.issues[0]?.message ?? 'Not a name' }])
  return data
}

type Row = Awaited<ReturnType<typeof listSecrets>>[number]
const toSecret = (row: Row): Secret => ({
  name: row.name,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

export function secretRoutes({ db, secretBox }: SecretsDeps): Route[] {
  return [
    route(secretsContract.list, [inSession], async ({ user }) => ({
      secrets: (await listSecrets(db, user.id)).map(toSecret),
    })),
    route(secretsContract.get, [inSession], async ({ user, params }) => {
      const row = await findSecret(db, user.id, params.name)
      assertFound(row, 'secret')
      return { secret: toSecret(row) }
    }),
    route(secretsContract.set, [inSession], ({ user, params, body, address }) => {
      const name = checkName(params.name)
      return db.transaction().execute(async (transaction) => {
        const known = await lockSecrets(transaction, user.id)
        if (!known.has(name) && known.size >= MAX_SECRETS) throw secretLimitReached()
        const value = secretBox.seal(Buffer.from(body.value), secretPlace(user.id, name))
        const row = await storeSecret(transaction, { ownerId: user.id, name, value })
        const action = known.has(name) ? 'secret.changed' : 'secret.created'
        await appendAudit(transaction, { actorId: user.id, action, target: `secret ${name}`, address })
        return { secret: toSecret(row) }
      })
    }),
    route(secretsContract.remove, [inSession], ({ user, params: { name }, address }) =>
      db.transaction().execute(async (transaction) => {
        assertFound(await deleteSecret(transaction, user.id, name), 'secret')
        await appendAudit(transaction, {
          actorId: user.id,
          action: 'secret.deleted',
          target: `secret ${name}`,
          address,
        })
        return { deleted: true as const }
      }),
    ),
  ]
}

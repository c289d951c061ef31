import { randomBytes } from 'node:crypto'
import type { Scope } from '#src/lib/contract.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, conflict } from '#src/server/http/app-error.ts'
import { fresh, inSession } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { apiKeyCreated } from './api-keys.mails.ts'
import { countKeysLocked, deleteKey, hashKey, insertKey, listKeys } from './api-keys.queries.ts'
import { type ApiKey, apiKeysContract, MAX_KEYS } from './api-keys.schema.ts'

interface ApiKeysDeps {
  readonly db: Db
  readonly queueMail: QueueMail
}

export const keyLimitReached = () =>
  conflict('KEY_LIMIT_REACHED', `There can be ${MAX_KEYS} API keys. Revoke one that you no longer use.`)

const HINT_LENGTH = 8
const DAY_MS = 86_400_000

type Row = Awaited<ReturnType<typeof listKeys>>[number]
const toKey = (row: Row): ApiKey => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: row.scopes as Scope[],
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
})

export function apiKeyRoutes({ db, queueMail }: ApiKeysDeps): Route[] {
  return [
    route(apiKeysContract.list, [inSession], async ({ user }) => ({ keys: (await listKeys(db, user.id)).map(toKey) })),
    route(apiKeysContract.create, [fresh], ({ user, body, address }) => {
      const token = `ftl_${randomBytes(32).toString('base64url')}`
      const { name, scopes, expiresInDays } = body
      return db.transaction().execute(async (transaction) => {
        if ((await countKeysLocked(transaction, user.id)) >= MAX_KEYS) throw keyLimitReached()
        const key = await insertKey(transaction, {
          id: uuidv7(),
          userId: user.id,
          name,
          tokenHash: hashKey(token),
          hint: `${token.slice(0, HINT_LENGTH)}…`,
          scopes,
          expiresAt: expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS),
        })
        await queueMail(transaction, apiKeyCreated, { userId: user.id }, { name })
        await notify(transaction, {
          userId: user.id,
          kind: 'api-key.created',
          title: `The API key “${name}” was made`,
          body: 'If that was not you, revoke it and change your password.',
          href: '/settings#api-keys',
        })
        const details = { name, scopes: scopes.join(' ') }
        const target = `api-key ${key.id}`
        await appendAudit(transaction, { actorId: user.id, action: 'api-key.created', target, address, details })
        return { key: toKey(key), token }
      })
    }),
    route(apiKeysContract.revoke, [inSession], ({ user, params, address }) =>
      db.transaction().execute(async (transaction) => {
        const revoked = await deleteKey(transaction, user.id, params.id)
        assertFound(revoked, 'API key')
        const target = `api-key ${params.id}`
        const details = { name: revoked.name }
        await appendAudit(transaction, { actorId: user.id, action: 'api-key.revoked', target, address, details })
        return { revoked: true as const }
      }),
    ),
  ]
}

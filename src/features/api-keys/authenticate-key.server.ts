import type { Scope } from '#src/lib/contract.ts'
import type { Role } from '#src/lib/roles.ts'
import type { Db } from '#src/server/database.ts'
import type { AuthenticateKey } from '#src/server/http/request-context.ts'
import { findKeyOwner, touchKey } from './api-keys.queries.ts'

/** How stale "last used" may become before a call writes it again. */
const TOUCH_MS = 60_000

/** A key acts for its owner, within its scopes, and never as a person who has proved a second factor. */
export const createAuthenticateKey =
  (db: Db): AuthenticateKey =>
  async (token) => {
    const row = await findKeyOwner(db, token)
    if (row === undefined) return null
    if (Date.now() - (row.last_used_at?.getTime() ?? 0) > TOUCH_MS) await touchKey(db, row.key_id)
    return {
      id: row.id,
      name: row.name,
      email: row.email,
      role: row.role as Role,
      emailVerified: row.email_verified_at !== null,
      hasSecondFactor: false,
      deletionDueAt: null,
      credential: { kind: 'api-key', keyId: row.key_id, scopes: row.scopes as Scope[] },
    }
  }

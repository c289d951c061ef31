import type { Sessions } from '#src/features/accounts/sessions.server.ts'
import type { SignIn } from '#src/features/accounts/sign-in.server.ts'
import { challengeExpired } from '#src/features/second-factor/challenge-expired.ts'
import { findChallenge } from '#src/features/second-factor/challenges.queries.ts'
import { deleteRecoveryCodesWithoutFactor } from '#src/features/second-factor/second-factor.queries.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { fresh, inSession, limitAddressWith, limitAllWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { secondFactorNews } from '#src/server/notifications/security-news.ts'
import { appendPasskeyAudit, askForNewPasskey, type EnrolDeps, enrolPasskey } from './enrol-passkey.server.ts'
import { passkeyRemoved } from './passkeys.mails.ts'
import { deletePasskey, listPasskeys, renamePasskey } from './passkeys.queries.ts'
import { type Passkey, passkeysContract } from './passkeys.schema.ts'
import { askForPasskey, provePasskey } from './prove-passkey.server.ts'

export interface PasskeysDeps extends EnrolDeps {
  readonly limiter: Limiter
  readonly sessions: Sessions
  readonly signIn: SignIn
}

type Row = Awaited<ReturnType<typeof listPasskeys>>[number]
const toPasskey = (row: Row): Passkey => ({
  id: row.id,
  name: row.name,
  backedUp: row.backed_up,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

export const passkeyRoutes = (deps: PasskeysDeps): Route[] => [...ownRoutes(deps), ...signInRoutes(deps)]

function ownRoutes(deps: PasskeysDeps): Route[] {
  const { db, sessions, queueMail } = deps
  return [
    route(passkeysContract.list, [inSession], async ({ user }) => ({
      passkeys: (await listPasskeys(db, user.id)).map(toPasskey),
    })),
    route(passkeysContract.begin, [fresh], ({ user }) => askForNewPasskey(deps, user)),
    route(passkeysContract.enrol, [fresh], async ({ user, session, body, address, reply }) => {
      const { passkey, recoveryCodes } = await enrolPasskey(deps, user, body, address)
      // Making the key has just shown that the person has it.
      await sessions.renew(session.sessionId, reply, { secondFactor: true })
      return { passkey: toPasskey(passkey), recoveryCodes }
    }),
    route(passkeysContract.rename, [inSession], ({ user, params, body, address }) =>
      db.transaction().execute(async (transaction) => {
        const passkey = await renamePasskey(transaction, user.id, params.id, body.name)
        assertFound(passkey, 'passkey')
        await appendPasskeyAudit(transaction, user.id, address, { action: 'passkey.renamed', name: body.name })
        return toPasskey(passkey)
      }),
    ),
    route(passkeysContract.remove, [fresh], ({ user, params, address }) =>
      db.transaction().execute(async (transaction) => {
        const removed = await deletePasskey(transaction, user.id, params.id)
        assertFound(removed, 'passkey')
        const { name } = removed
        await deleteRecoveryCodesWithoutFactor(transaction, user.id)
        await queueMail(transaction, passkeyRemoved, { userId: user.id }, { name })
        await notify(transaction, secondFactorNews(user.id, `The passkey “${name}” was removed`))
        await appendPasskeyAudit(transaction, user.id, address, { action: 'passkey.removed', name })
        return { ok: true as const }
      }),
    ),
  ]
}

function signInRoutes(deps: PasskeysDeps): Route[] {
  const { db, limiter, signIn } = deps
  const limit = limitAddressWith(limiter)
  const limitAll = limitAllWith(limiter)
  return [
    route(
      passkeysContract.ask,
      [limit('30/min', 'ask for a passkey'), limitAll('1200/min', 'ask for a passkey')],
      async ({ body }) => {
        if (body.challenge === undefined) return askForPasskey(deps, null)
        const step = await findChallenge(db, 'second-factor', body.challenge)
        if (step === undefined) throw challengeExpired()
        return askForPasskey(deps, step.user_id)
      },
    ),
    route(
      passkeysContract.signIn,
      [limit('30/min', 'sign in with a passkey'), limitAll('1200/min', 'sign in with a passkey')],
      async (asked) => {
        const userId = await provePasskey(deps, { proof: asked.body, address: asked.address })
        return signIn(userId, asked, { method: 'passkey', secondFactor: true })
      },
    ),
  ]
}

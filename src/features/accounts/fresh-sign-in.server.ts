import type { PasskeyProof, PasskeyQuestion } from '#src/features/passkeys/passkeys.schema.ts'
import type { SecondFactor } from '#src/features/second-factor/second-factor.schema.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, conflict, invalidInput, tooManyRequests } from '#src/server/http/app-error.ts'
import { inSession, limitAddressWith } from '#src/server/http/guards.ts'
import type { Limiter, Rate } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { findPasswordHash } from './accounts.queries.ts'
import { freshSignInContract, type Proof } from './fresh-sign-in.schema.ts'
import { passwordMatches } from './passwords.server.ts'
import type { Sessions } from './sessions.server.ts'

export interface FreshSignInDeps {
  readonly db: Db
  readonly sessions: Sessions
  readonly limiter: Limiter
  readonly listMethods: (userId: string) => Promise<readonly SecondFactor[]>
  /** Throws INVALID_CODE. */
  readonly proveCode: (attempt: { userId: string; code: string; address: string }) => Promise<unknown>
  readonly askForPasskey: (userId: string) => Promise<PasskeyQuestion>
  /** Throws PASSKEY_REFUSED. */
  readonly provePasskey: (attempt: { of: string; proof: PasskeyProof; address: string }) => Promise<unknown>
}

interface Person {
  readonly id: string
  readonly hasSecondFactor: boolean
}

/** The session is already theirs, so these count for the account alone. */
const PASSWORD_RATES: readonly Rate[] = ['6/min', '12/h']

const wrongPassword = () =>
  new AppError({
    code: 'INVALID_CREDENTIALS',
    status: 401,
    message: 'This password is wrong',
    details: [{ field: 'password', message: 'This password is wrong' }],
  })
/** For accounts that sign in through another provider and have nothing else. */
const signInAgain = () => conflict('SIGN_IN_AGAIN', 'Sign out and in again to confirm that it is you')

export function freshSignInRoutes(deps: FreshSignInDeps): Route[] {
  const { db, sessions, limiter } = deps
  const limit = limitAddressWith(limiter)
  return [
    route(freshSignInContract.methods, [inSession], async ({ user }) => ({
      password: (await findPasswordHash(db, user.id)) !== null,
      secondFactors: [...(await deps.listMethods(user.id))],
    })),
    route(freshSignInContract.ask, [inSession, limit('30/min', 'ask for a passkey')], ({ user }) =>
      deps.askForPasskey(user.id),
    ),
    route(freshSignInContract.prove, [inSession, limit('30/min', 'reauthenticate')], async (asked) => {
      const { user, session, body, address, reply } = asked
      const secondFactor = await prove(deps, user, body, address)
      await sessions.renew(session.sessionId, reply, { secondFactor })
      const event = { actorId: user.id, target: `user ${user.id}`, address, details: { secondFactor } }
      await appendAudit(db, { ...event, action: 'session.renewed' })
      return { secondFactor }
    }),
  ]
}

/** Whether a second factor was proved; throws when the proof is wrong or not enough for this account. */
async function prove(deps: FreshSignInDeps, user: Person, proof: Proof, address: string): Promise<boolean> {
  if (proof.passkey !== undefined) {
    await deps.provePasskey({ of: user.id, proof: proof.passkey, address })
    return true
  }
  const passwordHash = await findPasswordHash(deps.db, user.id)
  if (passwordHash === null && !user.hasSecondFactor) throw signInAgain()
  const { password, code } = proof
  const missing = [
    ...(passwordHash !== null && password === undefined
      ? [{ field: 'password', message: 'Password is required' }]
      : []),
    ...(user.hasSecondFactor && code === undefined ? [{ field: 'code', message: 'Code is required' }] : []),
  ]
  if (missing.length > 0) throw invalidInput(missing)
  if (passwordHash !== null) await provePassword(deps, user, passwordHash, password ?? '', address)
  if (user.hasSecondFactor) await deps.proveCode({ userId: user.id, code: code ?? '', address })
  return user.hasSecondFactor
}

async function provePassword(
  { db, limiter }: FreshSignInDeps,
  { id }: Person,
  passwordHash: string,
  password: string,
  address: string,
): Promise<void> {
  for (const rate of PASSWORD_RATES) {
    const wait = limiter.take(rate, `reauthenticate ${id}`)
    if (wait > 0) throw tooManyRequests(wait)
  }
  if (await passwordMatches(passwordHash, password)) return
  await appendAudit(db, { actorId: null, action: 'password.failed', target: `user ${id}`, address })
  throw wrongPassword()
}

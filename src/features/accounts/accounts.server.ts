import { uuidv7 } from '#src/lib/ids.ts'
import type { Role } from '#src/lib/roles.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, assertFound, conflict, signInRequired } from '#src/server/http/app-error.ts'
import { limitAddressWith, limitAllWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Asked } from '#src/server/http/request-context.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { findUser, findUserByEmail, insertUser, type NewUser, replacePasswordHash } from './accounts.queries.ts'
import { accountsContract, type RegisterInput } from './accounts.schema.ts'
import { throttleAccount } from './login-throttle.server.ts'
import { checkNewPassword } from './password-policy.server.ts'
import { hashPassword, isOutdated, passwordMatches } from './passwords.server.ts'
import type { Sessions } from './sessions.server.ts'
import { accountSuspended, type SignIn, toUser } from './sign-in.server.ts'

export interface AccountsDeps {
  readonly db: Db
  readonly sessions: Sessions
  readonly limiter: Limiter
  readonly signIn: SignIn
  /** Runs in the transaction that creates the account. */
  readonly onRegistered: (db: Db, userId: string) => Promise<void>
  /** Somebody tried to register an address that has an account. */
  readonly onEmailInUse: (email: string) => Promise<void>
  /** The password was right; what stands between it and a session is this challenge. */
  readonly challengeFor: (userId: string) => Promise<SecondFactorChallenge>
}

export interface SecondFactorChallenge {
  /** Handed back with the code, within five minutes. */
  readonly challenge: string
  readonly methods: readonly ('totp' | 'recovery-code' | 'passkey')[]
}

export const invalidCredentials = () =>
  new AppError({ code: 'INVALID_CREDENTIALS', status: 401, message: 'Email or password is wrong' })
export const emailInUse = () => conflict('EMAIL_IN_USE', 'An account with this email address already exists')
export const mfaRequired = (challenge: SecondFactorChallenge) =>
  new AppError({
    code: 'MFA_REQUIRED',
    status: 401,
    message: 'Enter the code of your second factor',
    extra: { ...challenge },
  })
/** Apart from `createAccount`, because a transaction that waits its turn to hash would hold its connection. */
export const newUser = async ({
  name,
  email,
  password,
  role = 'user',
}: RegisterInput & { role?: Role }): Promise<NewUser> => ({
  id: uuidv7(),
  name,
  email,
  role,
  passwordHash: await hashPassword(password),
})

interface Registration {
  readonly onRegistered: AccountsDeps['onRegistered']
  /** Of the network, for the audit log. */
  readonly address: string
}

/** Creates the account with all that belongs to a new one; throws EMAIL_IN_USE. Call it in a transaction. */
export async function createAccount(
  transaction: Db,
  user: NewUser,
  { onRegistered, address }: Registration,
): Promise<string> {
  const { id, role } = user
  if (!(await insertUser(transaction, user))) throw emailInUse()
  await onRegistered(transaction, id)
  const event = { actorId: id, action: 'account.registered', target: `user ${id}`, address, details: { role } }
  await appendAudit(transaction, event)
  return id
}

/** Not awaited: an entry for known accounts alone would show in the time of the answer who has one. */
function recordWrongPassword(db: Db, userId: string | undefined, { address, request }: Asked): void {
  if (userId === undefined) {
    request.log.warn({ address }, 'refused: a sign-in to an unknown account')
    return
  }
  const event = { actorId: null, action: 'password.failed', target: `user ${userId}`, address }
  appendAudit(db, event).catch((err: unknown) => request.log.error({ err }, 'a wrong password was not recorded'))
}

/** The hash that is stored from now on: one of other costs than today's is made anew. */
async function upToDate(db: Db, userId: string, passwordHash: string, password: string): Promise<string> {
  if (!isOutdated(passwordHash)) return passwordHash
  const renewed = await hashPassword(password)
  await replacePasswordHash(db, userId, passwordHash, renewed)
  return renewed
}

export function accountRoutes(deps: AccountsDeps): Route[] {
  const { db, sessions, limiter } = deps
  const limit = limitAddressWith(limiter)
  const limitAll = limitAllWith(limiter)

  return [
    route(accountsContract.current, [], async ({ viewer }) => {
      if (viewer === null) throw signInRequired()
      const row = await findUser(db, viewer.id)
      assertFound(row, 'account')
      return toUser(row)
    }),
    route(accountsContract.login, [limit('30/min', 'login'), limitAll('1200/min', 'login')], async (asked) => {
      const { body } = asked
      await throttleAccount(db, limiter, body.email, asked.address)
      const user = await findUserByEmail(db, body.email)
      const compared = user?.password_hash ?? null
      const matches = await passwordMatches(compared, body.password)
      if (user === undefined || compared === null || !matches) {
        recordWrongPassword(db, user?.id, asked)
        throw invalidCredentials()
      }
      if (user.suspended_at !== null) throw accountSuspended()
      const passwordHash = await upToDate(db, user.id, compared, body.password)
      if (user.has_second_factor) throw mfaRequired(await deps.challengeFor(user.id))
      return deps.signIn(user.id, asked, { method: 'password', secondFactor: false, passwordHash })
    }),
    route(accountsContract.register, [limit('30/min', 'register'), limitAll('600/min', 'register')], async (asked) => {
      const { body, address } = asked
      const { onRegistered } = deps
      await checkNewPassword(body.password, body)
      const user = await newUser(body)
      const id = await db
        .transaction()
        .execute((transaction) => createAccount(transaction, user, { onRegistered, address }))
        .catch(async (error: unknown) => {
          if (error instanceof AppError && error.code === 'EMAIL_IN_USE') await deps.onEmailInUse(body.email)
          throw error
        })
      return deps.signIn(id, asked, { method: 'registration', secondFactor: false })
    }),
    route(accountsContract.logout, [], async ({ request, reply }) => {
      await sessions.end(request, reply)
      return { ok: true as const }
    }),
  ]
}

import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, assertFound, conflict, signInRequired, tooManyRequests } from '#src/server/http/app-error.ts'
import { limitAddressWith } from '#src/server/http/guards.ts'
import type { Limiter, Rate } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { findUser, findUserByEmail, insertUser, type NewUser, type Role } from './accounts.queries.ts'
import { accountsContract, type RegisterInput, type User } from './accounts.schema.ts'
import { hashPassword, passwordMatches } from './passwords.server.ts'
import type { Sessions } from './sessions.server.ts'

export interface AccountsDeps {
  readonly db: Db
  readonly sessions: Sessions
  readonly limiter: Limiter
  /** Runs in the transaction that creates the account. */
  readonly onRegistered: (db: Db, userId: string) => Promise<void>
}

export const invalidCredentials = () =>
  new AppError({ code: 'INVALID_CREDENTIALS', status: 401, message: 'Email or password is wrong' })
export const emailInUse = () => conflict('EMAIL_IN_USE', 'An account with this email address already exists')

const ACCOUNT_LOGIN_RATES: readonly Rate[] = ['6/min', '12/h']

interface UserRow {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: string
  readonly created_at: Date
}
const toUser = (row: UserRow): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role as Role,
  createdAt: row.created_at.toISOString(),
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

/** Creates the account with all that belongs to a new one; throws EMAIL_IN_USE. Call it in a transaction. */
export async function createAccount(
  transaction: Db,
  user: NewUser,
  onRegistered: AccountsDeps['onRegistered'],
): Promise<string> {
  if (!(await insertUser(transaction, user))) throw emailInUse()
  await onRegistered(transaction, user.id)
  return user.id
}

export function accountRoutes(deps: AccountsDeps): Route[] {
  const { db, sessions, limiter } = deps
  const limit = limitAddressWith(limiter)

  const answerUser = async (id: string): Promise<User> => {
    const row = await findUser(db, id)
    assertFound(row, 'account')
    return toUser(row)
  }
  const throttleAccount = (email: string) => {
    const key = `login ${email.toLowerCase()}`
    for (const rate of ACCOUNT_LOGIN_RATES) {
      const wait = limiter.take(rate, key)
      // What the minute refuses does not use up the hour.
      if (wait > 0) throw tooManyRequests(wait)
    }
  }

  return [
    route(accountsContract.current, [], async ({ viewer }) => {
      if (viewer === null) throw signInRequired()
      return answerUser(viewer.id)
    }),
    route(accountsContract.login, [limit('30/min', 'login')], async ({ body, request, reply }) => {
      throttleAccount(body.email)
      const user = await findUserByEmail(db, body.email)
      const matches = await passwordMatches(user?.password_hash, body.password)
      if (user === undefined || !matches) throw invalidCredentials()
      await sessions.begin(user.id, request, reply)
      return toUser(user)
    }),
    route(accountsContract.register, [limit('30/min', 'register')], async ({ body, request, reply }) => {
      const user = await newUser(body)
      const id = await db.transaction().execute((transaction) => createAccount(transaction, user, deps.onRegistered))
      await sessions.begin(id, request, reply)
      return answerUser(id)
    }),
    route(accountsContract.logout, [], async ({ request, reply }) => {
      await sessions.end(request, reply)
      return { ok: true as const }
    }),
  ]
}

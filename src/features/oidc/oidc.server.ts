import { findUser, findUserByEmail } from '#src/features/accounts/accounts.queries.ts'
import { createAccount, mfaRequired, type SecondFactorChallenge } from '#src/features/accounts/accounts.server.ts'
import type { SignIn } from '#src/features/accounts/sign-in.server.ts'
import { accountSuspended } from '#src/features/accounts/sign-in.server.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, conflict, notFound } from '#src/server/http/app-error.ts'
import { fresh, inSession, limitAddressWith, limitAllWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { providerLinked } from './oidc.mails.ts'
import {
  countSignInMethods,
  deleteIdentity,
  insertIdentity,
  insertVisit,
  listIdentities,
  recordIdentityUse,
  takeVisit,
} from './oidc.queries.ts'
import { oidcContract } from './oidc.schema.ts'
import { type Provider, type ProviderPerson, providerRefused } from './provider.server.ts'

interface OidcDeps {
  readonly db: Db
  /** Undefined where none is configured. */
  readonly provider: Provider | undefined
  readonly limiter: Limiter
  readonly signIn: SignIn
  readonly queueMail: QueueMail
  /** Runs in the transaction that creates the account. */
  readonly onRegistered: (db: Db, userId: string) => Promise<void>
  readonly challengeFor: (userId: string) => Promise<SecondFactorChallenge>
}

export const providerInUse = () =>
  conflict('PROVIDER_IN_USE', 'Another account here is linked with that sign-in already')
export const addressInUse = (name: string) =>
  conflict(
    'EMAIL_IN_USE',
    `There is an account with this email address already. Sign in with its password, or reset it, and link ${name} in your settings.`,
  )
export const lastSignInMethod = () =>
  conflict('LAST_SIGN_IN_METHOD', 'You could not sign in any more. Set a password or add a passkey first.')

type Named = { readonly name: string } | null
const named = (provider: Provider | undefined): Named => (provider === undefined ? null : { name: provider.name })

/** Sends a browser to the provider; the visit is remembered until it comes back. */
async function depart(db: Db, provider: Provider | undefined, userId: string | null) {
  assertFound(provider, 'sign-in provider')
  const { url, proof, ...visit } = await provider.depart()
  await insertVisit(db, { ...visit, proof, userId })
  return { url, proof }
}

/** Who came back; throws PROVIDER_REFUSED for a visit that is unknown, over, used, or another browser's. */
async function comeBack(
  db: Db,
  provider: Provider | undefined,
  { query, proof }: { query: string; proof: string },
  userId: string | null,
): Promise<ProviderPerson> {
  assertFound(provider, 'sign-in provider')
  const state = new URLSearchParams(query).get('state') ?? ''
  const visit = await takeVisit(db, state, proof, userId)
  if (visit === undefined) throw providerRefused(provider.name)
  return provider.receive(query, { state, nonce: visit.nonce, codeVerifier: visit.code_verifier })
}

export function oidcRoutes(deps: OidcDeps): Route[] {
  const { db, provider, limiter, signIn } = deps
  const limit = limitAddressWith(limiter)
  const limitAll = limitAllWith(limiter)
  const link = createLink(deps)
  return [
    route(oidcContract.available, [], () => ({ provider: named(provider) })),
    route(oidcContract.start, [limit('30/min', 'provider'), limitAll('1200/min', 'provider')], () =>
      depart(db, provider, null),
    ),
    route(oidcContract.finish, [limit('30/min', 'provider finish')], async (asked) => {
      const person = await comeBack(db, provider, asked.body, null)
      const userId = await accountOf(deps, person, asked.address)
      const user = await findUser(db, userId)
      assertFound(user, 'account')
      if (user.suspended_at !== null) throw accountSuspended()
      if (user.has_second_factor) throw mfaRequired(await deps.challengeFor(userId))
      return signIn(userId, asked, { method: 'provider', secondFactor: false })
    }),
    route(oidcContract.linked, [inSession], async ({ user }) => ({
      provider: named(provider),
      linked: (await listIdentities(db, user.id)).map((row) => ({
        id: row.id,
        email: row.email,
        linkedAt: row.linked_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
      })),
    })),
    route(oidcContract.startLinking, [fresh], ({ user }) => depart(db, provider, user.id)),
    route(oidcContract.finishLinking, [inSession], async ({ user, body, address }) => {
      const person = await comeBack(db, provider, body, user.id)
      await db.transaction().execute((transaction) => link(transaction, person, user.id, address))
      return { linked: true as const }
    }),
    route(oidcContract.unlink, [fresh], ({ user, params, address }) =>
      db.transaction().execute(async (transaction) => {
        const methods = await countSignInMethods(transaction, user.id)
        if (!(await deleteIdentity(transaction, user.id, params.id))) throw notFound('sign-in provider')
        if (methods <= 1) throw lastSignInMethod()
        const target = `user ${user.id}`
        await appendAudit(transaction, { actorId: user.id, action: 'provider.unlinked', target, address })
        return { unlinked: true as const }
      }),
    ),
  ]
}

const createLink =
  ({ queueMail, provider }: OidcDeps) =>
  async (transaction: Db, { issuer, subject, email }: ProviderPerson, userId: string, address: string) => {
    if (!(await insertIdentity(transaction, { issuer, subject, userId, email }))) throw providerInUse()
    await queueMail(transaction, providerLinked, { userId }, { provider: provider?.name ?? '' })
    await appendAudit(transaction, { actorId: userId, action: 'provider.linked', target: `user ${userId}`, address })
  }

/**
 * The account of whoever the provider vouches for. A known address is linked only when both sides have verified it:
 * otherwise somebody could register another person's address and wait for them. Whoever has a second factor links by
 * hand, because linking opens a door that only somebody who has passed both may open.
 */
async function accountOf(deps: OidcDeps, person: ProviderPerson, address: string): Promise<string> {
  const { db, onRegistered } = deps
  const known = await recordIdentityUse(db, person.issuer, person.subject)
  if (known !== undefined) return known.user_id
  const link = createLink(deps)
  const user = await findUserByEmail(db, person.email)
  if (user !== undefined) {
    if (user.suspended_at !== null) throw accountSuspended()
    if (user.email_verified_at === null || !person.emailVerified || user.has_second_factor)
      throw addressInUse(deps.provider?.name ?? '')
    await db.transaction().execute((transaction) => link(transaction, person, user.id, address))
    return user.id
  }
  return db.transaction().execute(async (transaction) => {
    const { name, email, emailVerified } = person
    const account = { id: uuidv7(), name, email, emailVerified, role: 'user', passwordHash: null } as const
    const id = await createAccount(transaction, account, { onRegistered, address })
    await link(transaction, person, id, address)
    return id
  })
}

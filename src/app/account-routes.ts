import type { FastifyInstance } from 'fastify'
import { accountDeletionRoutes } from '#src/features/account-deletion/account-deletion.server.ts'
import { accountRoutes } from '#src/features/accounts/accounts.server.ts'
import { freshSignInRoutes } from '#src/features/accounts/fresh-sign-in.server.ts'
import type { Sessions } from '#src/features/accounts/sessions.server.ts'
import { createSignIn } from '#src/features/accounts/sign-in.server.ts'
import { adminRoutes } from '#src/features/admin/admin.server.ts'
import { apiKeyRoutes } from '#src/features/api-keys/api-keys.server.ts'
import { changePasswordRoutes } from '#src/features/change-password/change-password.server.ts'
import { clientErrorRoutes } from '#src/features/client-errors/client-errors.server.ts'
import { dataExportRoutes } from '#src/features/data-export/data-export.server.ts'
import type { ExportWorker } from '#src/features/data-export/export-worker.server.ts'
import { deviceRoutes } from '#src/features/devices/devices.server.ts'
import { emailPreferenceRoutes, registerOneClick } from '#src/features/email-preferences/email-preferences.server.ts'
import { mailboxRoutes, registerMailPages } from '#src/features/mailbox/mailbox.server.ts'
import { countOpen } from '#src/features/moderation/cases.queries.ts'
import { suspensionsFor } from '#src/features/moderation/suspensions.server.ts'
import { notificationRoutes } from '#src/features/notifications/notifications.server.ts'
import { oidcRoutes } from '#src/features/oidc/oidc.server.ts'
import { createProvider } from '#src/features/oidc/provider.server.ts'
import { passkeyRoutes } from '#src/features/passkeys/passkeys.server.ts'
import { askForPasskey, provePasskey, relyingPartyOf } from '#src/features/passkeys/prove-passkey.server.ts'
import { profileRoutes } from '#src/features/profile/profile.server.ts'
import { resetPasswordRoutes } from '#src/features/reset-password/reset-password.server.ts'
import { insertChallenge, listMethods } from '#src/features/second-factor/challenges.queries.ts'
import { createProveCode } from '#src/features/second-factor/prove-code.server.ts'
import { secondFactorRoutes } from '#src/features/second-factor/second-factor.server.ts'
import { supportRoutes } from '#src/features/support/support.server.ts'
import {
  createEmailVerification,
  type EmailVerification,
} from '#src/features/verify-email/email-verification.server.ts'
import { verifyEmailRoutes } from '#src/features/verify-email/verify-email.server.ts'
import { addStarterWorkflow } from '#src/features/workflows/workflows.server.ts'
import type { Db } from '#src/server/database.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Route } from '#src/server/http/route.ts'
import type { ServerParts } from './server.ts'

export interface AccountParts extends ServerParts {
  readonly sessions: Sessions
  readonly limiter: Limiter
  readonly exportWorker: ExportWorker
}

/** Everything around being somebody here. */
export function allAccountRoutes(parts: AccountParts): Route[] {
  const { database, env, engine, sessions, limiter, secretBox, queueMail } = parts
  const { db } = database
  const signIn = createSignIn({ db, sessions })
  const passkeys = { db, relyingParty: relyingPartyOf(env.publicUrl) }
  const proveCode = createProveCode({ db, secretBox, limiter, queueMail })
  const verification = createEmailVerification({ db, limiter, queueMail })
  const onRegistered = async (transaction: Db, userId: string) => {
    await addStarterWorkflow(transaction, userId, engine.laneOf)
    await verification.startVerification(transaction, userId)
  }
  const challengeFor = async (userId: string) => ({
    challenge: await insertChallenge(db, { kind: 'second-factor', userId }),
    methods: await listMethods(db, userId),
  })
  const provider = env.oidc && createProvider({ settings: env.oidc, publicUrl: env.publicUrl, log: parts.log })
  const beginnings = { db, limiter, signIn, onRegistered, challengeFor }
  return [
    ...accountRoutes({ ...beginnings, sessions, onEmailInUse: (email) => verification.tellOwner(db, email) }),
    ...oidcRoutes({ ...beginnings, provider, queueMail }),
    ...freshSignInRoutes({
      db,
      sessions,
      limiter,
      proveCode,
      listMethods: (userId) => listMethods(db, userId),
      askForPasskey: (userId) => askForPasskey(passkeys, userId),
      provePasskey: (attempt) => provePasskey(passkeys, attempt),
    }),
    ...mailRoutes(parts, verification),
    ...notificationRoutes({ db }),
    ...clientErrorRoutes({ db, limiter }),
    ...adminRoutes({
      ...{ db, limiter, queueMail, countCases: countOpen },
      suspensions: suspensionsFor(parts.signerFor('statement')),
    }),
    ...accountDeletionRoutes({ db, queueMail, sessions }),
    ...dataExportRoutes({ db, limiter, worker: parts.exportWorker }),
    ...secondFactorRoutes({ db, secretBox, limiter, queueMail, sessions, signIn, proveCode }),
    ...passkeyRoutes({ ...passkeys, limiter, queueMail, sessions, signIn }),
    ...changePasswordRoutes({ db, limiter, queueMail }),
    ...profileRoutes({ db, limiter, verification, refuseInfected: parts.refuseInfected }),
    ...deviceRoutes({ db }),
    ...apiKeyRoutes({ db, queueMail }),
  ]
}

/** Mails, what is done through their links, and who gets them. */
function mailRoutes(parts: AccountParts, verification: EmailVerification): Route[] {
  const { database, env, limiter, queueMail, log, signerFor } = parts
  const { db } = database
  return [
    ...verifyEmailRoutes({ db, limiter, verification }),
    ...resetPasswordRoutes({ db, limiter, queueMail, log }),
    ...emailPreferenceRoutes({ db, limiter, signer: signerFor('unsubscribe') }),
    ...supportRoutes({ db, limiter, queueMail, supportEmail: env.supportEmail }),
    ...(env.production ? [] : mailboxRoutes({ db, publicUrl: env.publicUrl })),
  ]
}

/** Mails' endpoints that are not called as ours are. */
export function registerMailEndpoints(
  app: FastifyInstance,
  { database: { db }, env, limiter, signerFor }: Pick<AccountParts, 'database' | 'env' | 'limiter' | 'signerFor'>,
): void {
  registerOneClick(app, { db, limiter, signer: signerFor('unsubscribe') })
  if (!env.production) registerMailPages(app, { db, publicUrl: env.publicUrl })
}

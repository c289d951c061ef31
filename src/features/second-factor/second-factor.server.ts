import type { Sessions } from '#src/features/accounts/sessions.server.ts'
import type { SignIn } from '#src/features/accounts/sign-in.server.ts'
import { countPasskeys } from '#src/features/passkeys/passkeys.queries.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import { conflict, notFound } from '#src/server/http/app-error.ts'
import { fresh, inSession, limitAddressWith, limitAllWith, secondFactorRequired } from '#src/server/http/guards.ts'
import type { Asked, Viewer } from '#src/server/http/request-context.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { secondFactorNews } from '#src/server/notifications/security-news.ts'
import { challengeExpired } from './challenge-expired.ts'
import { countAttempt, findChallenge, takeChallenge } from './challenges.queries.ts'
import {
  type CodeDeps,
  invalidCode,
  type ProveCode,
  throttleCodes,
  toTotpCode,
  totpPlace,
} from './prove-code.server.ts'
import { issueRecoveryCodes } from './recovery-codes.server.ts'
import { recoveryCodesReplaced, totpTurnedOff, totpTurnedOn } from './second-factor.mails.ts'
import {
  confirmTotp,
  countRecoveryCodes,
  deleteRecoveryCodesWithoutFactor,
  deleteTotp,
  findTotp,
  insertTotp,
} from './second-factor.queries.ts'
import { secondFactorContract } from './second-factor.schema.ts'
import { newTotpSecret, totpStepOf, totpUri } from './totp.ts'

export interface SecondFactorDeps extends CodeDeps {
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly proveCode: ProveCode
}

export const totpIsOn = () => conflict('TOTP_IS_ON', 'Your authenticator app is on already')
export const totpNotBegun = () =>
  conflict('TOTP_NOT_BEGUN', 'Set up the authenticator app again: its secret was replaced')

const about = (userId: string, address: string, action: string) => ({
  actorId: userId,
  action,
  target: `user ${userId}`,
  address,
})

export function secondFactorRoutes(deps: SecondFactorDeps): Route[] {
  const { db, secretBox, limiter, sessions, queueMail } = deps
  const limit = limitAddressWith(limiter)
  const limitAll = limitAllWith(limiter)
  return [
    route(secondFactorContract.status, [inSession], async ({ user }) => ({
      totpSince: (await findTotp(db, user.id))?.confirmed_at?.toISOString() ?? null,
      passkeys: await countPasskeys(db, user.id),
      recoveryCodesLeft: await countRecoveryCodes(db, user.id),
    })),
    route(secondFactorContract.begin, [fresh], async ({ user }) => {
      const secret = newTotpSecret()
      if (!(await insertTotp(db, user.id, secretBox.seal(Buffer.from(secret), totpPlace(user.id))))) throw totpIsOn()
      const uri = totpUri(secret, user.email)
      return { secret, uri, qrCode: await toImage(uri) }
    }),
    route(secondFactorContract.confirm, [fresh], async (asked) => {
      const recoveryCodes = await confirm(deps, asked.user, asked.body.code, asked)
      await sessions.renew(asked.session.sessionId, asked.reply, { secondFactor: true })
      return { recoveryCodes }
    }),
    route(secondFactorContract.turnOff, [fresh], ({ user, address }) =>
      db.transaction().execute(async (transaction) => {
        if (!(await deleteTotp(transaction, user.id))) throw notFound('authenticator app')
        await deleteRecoveryCodesWithoutFactor(transaction, user.id)
        await queueMail(transaction, totpTurnedOff, { userId: user.id }, {})
        await notify(transaction, secondFactorNews(user.id, 'Your authenticator app was turned off'))
        await appendAudit(transaction, about(user.id, address, 'totp.turned-off'))
        return { ok: true as const }
      }),
    ),
    route(secondFactorContract.replaceRecoveryCodes, [fresh], ({ user, address }) => {
      if (!user.hasSecondFactor) throw secondFactorRequired()
      return db.transaction().execute(async (transaction) => {
        const recoveryCodes = await issueRecoveryCodes(transaction, user.id)
        await queueMail(transaction, recoveryCodesReplaced, { userId: user.id }, {})
        await notify(transaction, secondFactorNews(user.id, 'Your recovery codes were replaced'))
        await appendAudit(transaction, about(user.id, address, 'recovery-codes.replaced'))
        return { recoveryCodes }
      })
    }),
    route(
      secondFactorContract.signIn,
      [limit('30/min', 'second factor'), limitAll('1200/min', 'second factor')],
      async (asked) => signInWithCode(deps, asked, asked.body),
    ),
  ]
}

/** An image for `<img src>`: black on white whatever the theme, because cameras want it so. */
const toImage = async (text: string): Promise<string> => {
  const { toString: drawQrCode } = await import('qrcode')
  const svg = await drawQrCode(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** The recovery codes when there are none yet: they stand in for a passkey, too. */
async function confirm(
  deps: SecondFactorDeps,
  user: Viewer,
  typed: string,
  { address }: Asked,
): Promise<string[] | null> {
  const { db, secretBox, queueMail } = deps
  await throttleCodes(deps, user.id, address)
  const row = await findTotp(db, user.id)
  if (row === undefined) throw totpNotBegun()
  if (row.confirmed_at !== null) throw totpIsOn()
  const secret = secretBox.open(row.secret, totpPlace(user.id)).toString()
  const code = toTotpCode(typed)
  const step = code === undefined ? undefined : totpStepOf(secret, code, new Date())
  if (step === undefined) throw invalidCode()
  return db.transaction().execute(async (transaction) => {
    if (!(await confirmTotp(transaction, user.id, row.secret, step))) throw totpNotBegun()
    const recoveryCodes = user.hasSecondFactor ? null : await issueRecoveryCodes(transaction, user.id)
    await queueMail(transaction, totpTurnedOn, { userId: user.id }, {})
    await notify(transaction, secondFactorNews(user.id, 'Your authenticator app was turned on'))
    await appendAudit(transaction, about(user.id, address, 'totp.turned-on'))
    return recoveryCodes
  })
}

async function signInWithCode(
  deps: SecondFactorDeps,
  asked: Asked,
  { challenge, code }: { challenge: string; code: string },
) {
  const { db, signIn, proveCode } = deps
  const found = await findChallenge(db, 'second-factor', challenge)
  const userId = found?.user_id
  if (typeof userId !== 'string' || !(await countAttempt(db, challenge))) throw challengeExpired()
  const method = await proveCode({ userId, code, address: asked.address })
  if ((await takeChallenge(db, 'second-factor', challenge)) === undefined) throw challengeExpired()
  return signIn(userId, asked, { method, secondFactor: true })
}

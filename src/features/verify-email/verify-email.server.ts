import type { Db } from '#src/server/database.ts'
import { inSession, limitAddressWith, limitAllWith, limitWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import type { EmailVerification } from './email-verification.server.ts'
import { verifyEmailContract } from './verify-email.schema.ts'

interface VerifyEmailDeps {
  readonly db: Db
  readonly limiter: Limiter
  readonly verification: EmailVerification
}

export function verifyEmailRoutes({ db, limiter, verification }: VerifyEmailDeps): Route[] {
  const limitPerson = limitWith(limiter)
  const limitAddress = limitAddressWith(limiter)
  const limitAll = limitAllWith(limiter)
  return [
    route(
      verifyEmailContract.resend,
      [inSession, limitPerson('3/h', 'verification mail'), limitAll('600/min', 'verification mail')],
      async ({ user }) => {
        await db.transaction().execute((transaction) => verification.startVerification(transaction, user.id))
        return { ok: true as const }
      },
    ),
    route(
      verifyEmailContract.confirm,
      [limitAddress('30/min', 'verification'), limitAll('1200/min', 'verification')],
      async ({ body, address }) => ({ email: await verification.confirm({ token: body.token, address }) }),
    ),
  ]
}

import { findUser } from '#src/features/accounts/accounts.queries.ts'
import { avatarPath } from '#src/features/accounts/avatar-path.ts'
import { toUser } from '#src/features/accounts/sign-in.server.ts'
import type { EmailVerification } from '#src/features/verify-email/email-verification.server.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { fresh, inSession, limitWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { readUpload } from '#src/server/http/upload.ts'
import type { RefuseInfected } from '#src/server/scanner/refuse-infected.ts'
import { AVATAR_MAX_MB } from './avatar-limits.ts'
import { toAvatar } from './avatar-picture.server.ts'
import { deleteAvatar, saveAvatar, updateName } from './profile.queries.ts'
import { profileContract } from './profile.schema.ts'

interface ProfileDeps {
  readonly db: Db
  readonly limiter: Limiter
  readonly verification: EmailVerification
  readonly refuseInfected: RefuseInfected
}

export function profileRoutes({ db, limiter, verification, refuseInfected }: ProfileDeps): Route[] {
  const limit = limitWith(limiter)
  return [
    route(profileContract.update, [inSession], async ({ user, body }) => {
      await updateName(db, user.id, body.name)
      const row = await findUser(db, user.id)
      assertFound(row, 'account')
      return toUser(row)
    }),
    route(profileContract.changeEmail, [fresh], async ({ user, body, address }) => {
      await db.transaction().execute(async (transaction) => {
        await verification.startEmailChange(transaction, user.id, body.email)
        const event = { actorId: user.id, action: 'email.change-asked', target: `user ${user.id}`, address }
        await appendAudit(transaction, event)
      })
      return { ok: true as const }
    }),
    route(profileContract.uploadAvatar, [inSession, limit('10/min', 'avatar')], async ({ user, request }) => {
      const file = await readUpload(request, AVATAR_MAX_MB)
      await refuseInfected({ file })
      const image = await toAvatar(file)
      return { avatarUrl: avatarPath(await saveAvatar(db, user.id, image)) }
    }),
    route(profileContract.removeAvatar, [inSession], async ({ user }) => {
      await deleteAvatar(db, user.id)
      return { ok: true as const }
    }),
  ]
}

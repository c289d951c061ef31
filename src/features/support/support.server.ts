import type { Db } from '#src/server/database.ts'
import { limitAddressWith, limitAllWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { supportMessage } from './support.mails.ts'
import { supportContract } from './support.schema.ts'

interface SupportDeps {
  readonly db: Db
  readonly limiter: Limiter
  readonly queueMail: QueueMail
  readonly supportEmail: string
}

export function supportRoutes({ db, limiter, queueMail, supportEmail }: SupportDeps): Route[] {
  const limit = limitAddressWith(limiter)
  const limitAll = limitAllWith(limiter)
  return [
    route(
      supportContract.send,
      [limit('5/h', 'support'), limitAll('60/min', 'support')],
      async ({ body: { name, email, message }, viewer }) => {
        const to = { userId: null, email: supportEmail, replyTo: email }
        await queueMail(db, supportMessage, to, { name, email, message, userId: viewer?.id ?? null })
        return { ok: true as const }
      },
    ),
  ]
}

import type { Db } from '#src/server/database.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Route } from '#src/server/http/route.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { auditLogRoutes } from './audit-log.server.ts'
import { type CountCases, peopleRoutes, type Suspensions } from './people.server.ts'

interface AdminDeps {
  readonly db: Db
  readonly limiter: Limiter
  readonly queueMail: QueueMail
  readonly countCases: CountCases
  readonly suspensions: Suspensions
}

export const adminRoutes = ({ db, limiter, queueMail, countCases, suspensions }: AdminDeps): Route[] => [
  ...peopleRoutes({ db, queueMail, countCases, suspensions }),
  ...auditLogRoutes({ db, limiter }),
]

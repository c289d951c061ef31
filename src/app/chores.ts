import type { Engine, EngineHost } from '#src/engine/engine.ts'
import { startAlerts } from '#src/features/alerts/check-alerts.server.ts'
import { startDailyChecks } from '#src/features/creator-tools/daily-check.server.ts'
import { startFollowerNews } from '#src/features/creators/tell-followers.server.ts'
import { startPoller } from '#src/features/polls/poller.server.ts'
import { startRetention } from '#src/features/retention/delete-old-runs.server.ts'
import { startScheduler } from '#src/features/schedules/scheduler.server.ts'
import { startPurge } from '#src/features/workflows/purge-workflows.server.ts'
import type { Nodes } from '#src/nodes/index.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import type { Db } from '#src/server/database.ts'
import type { Env } from '#src/server/env.ts'
import type { Logger } from '#src/server/log.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'

interface ChoresOptions {
  readonly env: Pick<Env, 'limits'>
  readonly db: Db
  readonly engine: Engine
  readonly nodes: Nodes
  readonly host: EngineHost
  readonly sandbox: Sandbox
  readonly queueMail: QueueMail
  readonly log: Logger
}

/** What a worker does again and again. Returns the ways to stop. */
export const startChores = ({ env: { limits }, db, engine, nodes, host, sandbox, queueMail, log }: ChoresOptions) => [
  startScheduler({ db, engine, log }),
  startPoller({ db, engine, nodes, host, log }),
  startRetention({ db, forgetRuns: (ids) => engine.forget(ids), limits, log }),
  startPurge({ db, forgetRuns: (ids) => engine.forget(ids), log }),
  startAlerts({ db, queueMail, log }),
  startFollowerNews({ db, queueMail, log }),
  startDailyChecks({ db, sandbox, queueMail, log }),
]

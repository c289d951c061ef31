import type { Engine, EngineHost } from '#src/engine/engine.ts'
import { startAlerts } from '#src/features/alerts/check-alerts.server.ts'
import { startMoneyChores } from '#src/features/checkout/money-chores.server.ts'
import type { Till } from '#src/features/checkout/till.ts'
import { startDailyChecks } from '#src/features/creator-tools/daily-check.server.ts'
import { startFollowerNews } from '#src/features/creators/tell-followers.server.ts'
import { startInvoicing } from '#src/features/invoices/issue-invoices.server.ts'
import { startRestoring } from '#src/features/moderation/restore-countered.server.ts'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import { startPayouts } from '#src/features/payouts/payout-chores.server.ts'
import { startPoller } from '#src/features/polls/poller.server.ts'
import { startReconciling } from '#src/features/reconciliation/reconcile.server.ts'
import { startForgettingAddresses } from '#src/features/reports/forget-addresses.server.ts'
import { startRetention } from '#src/features/retention/delete-old-runs.server.ts'
import { startScheduler } from '#src/features/schedules/scheduler.server.ts'
import type { Billing } from '#src/features/subscriptions/billing.server.ts'
import { startHistoryChecks } from '#src/features/subscriptions/check-histories.server.ts'
import { startBilling } from '#src/features/subscriptions/clock.server.ts'
import { startProSweep } from '#src/features/subscriptions/pro-sweep.server.ts'
import { startSharing } from '#src/features/subscriptions/share-months.server.ts'
import { startPurge } from '#src/features/workflows/purge-workflows.server.ts'
import type { Nodes } from '#src/nodes/index.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import type { Db } from '#src/server/database.ts'
import type { Env } from '#src/server/env.ts'
import type { Logger } from '#src/server/log.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { followProvider } from './follow-provider.ts'
import { startPaymentChores } from './payments.ts'

interface ChoresOptions {
  readonly env: Pick<Env, 'limits' | 'seller'>
  readonly db: Db
  readonly engine: Engine
  readonly nodes: Nodes
  readonly host: EngineHost
  readonly sandbox: Sandbox
  readonly queueMail: QueueMail
  readonly payments: PaymentProvider
  readonly till: Till
  readonly billing: Billing
  readonly log: Logger
}

/** What a worker does again and again. Returns the ways to stop. */
export const startChores = ({
  env: { limits, seller },
  db,
  engine,
  nodes,
  host,
  sandbox,
  queueMail,
  payments,
  till,
  billing,
  log,
}: ChoresOptions) => [
  startScheduler({ db, engine, log }),
  startPoller({ db, engine, nodes, host, log }),
  startRetention({ db, forgetRuns: (ids) => engine.forget(ids), limits, log }),
  startPurge({ db, forgetRuns: (ids) => engine.forget(ids), log }),
  startAlerts({ db, queueMail, log }),
  startFollowerNews({ db, queueMail, log }),
  startDailyChecks({ db, sandbox, queueMail, log }),
  startBilling(billing, log),
  startProSweep(billing, log),
  startInvoicing({ db, seller, log }),
  startSharing({ db, queueMail }, log),
  startHistoryChecks(db, log),
  startRestoring({ db, queueMail, log }),
  startForgettingAddresses(db, log),
  ...startPaymentChores({ db, provider: payments, handle: followProvider(till, billing), log }),
  startMoneyChores(till, log),
  startReconciling({ db, provider: payments, log }),
  startPayouts(till, log),
]

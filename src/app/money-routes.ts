import type { FastifyInstance } from 'fastify'
import { checkoutRoutes } from '#src/features/checkout/checkout.server.ts'
import { earningsRoutes } from '#src/features/checkout/earnings.server.ts'
import { earningsCsv } from '#src/features/checkout/earnings-csv.server.ts'
import { paymentsAdminRoutes } from '#src/features/checkout/payments-admin.server.ts'
import type { Till } from '#src/features/checkout/till.ts'
import { couponRoutes } from '#src/features/coupons/coupons.server.ts'
import { devPaymentRoutes } from '#src/features/dev-payments/dev-payments.server.ts'
import { invoicePdf, invoiceRoutes } from '#src/features/invoices/invoices.server.ts'
import { ledgerExplorerRoutes } from '#src/features/ledger-explorer/ledger-explorer.server.ts'
import { licenceRoutes } from '#src/features/licences/licences.server.ts'
import { paymentEventRoutes } from '#src/features/payment-events/payment-events.server.ts'
import { isEmbedded } from '#src/features/payments/embedded/create-embedded.server.ts'
import { paymentRoutes } from '#src/features/payments/payments.server.ts'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import { paymentListRoutes } from '#src/features/payments-admin/payment-list.server.ts'
import { payoutLines, payoutsRoutes, totalPaidOut } from '#src/features/payouts/payouts.server.ts'
import { payoutsAdminRoutes } from '#src/features/payouts-admin/payouts-admin.server.ts'
import { reconciliationRoutes } from '#src/features/reconciliation/reconciliation.server.ts'
import type { Billing } from '#src/features/subscriptions/billing.server.ts'
import { runDue } from '#src/features/subscriptions/clock.server.ts'
import { listShares } from '#src/features/subscriptions/pro-months.queries.ts'
import { giveBackPro } from '#src/features/subscriptions/pro-refunds.server.ts'
import { subscriptionRoutes } from '#src/features/subscriptions/subscriptions.server.ts'
import { toolMarginRoutes } from '#src/features/tool-margins/tool-margins.server.ts'
import type { Env } from '#src/server/env.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Authenticate } from '#src/server/http/request-context.ts'
import type { Route } from '#src/server/http/route.ts'
import { followProvider } from './follow-provider.ts'

export interface MoneyParts {
  readonly payments: PaymentProvider
  readonly till: Till
  readonly billing: Billing
}

interface Options extends MoneyParts {
  readonly env: Pick<Env, 'publicUrl' | 'production'>
}

/** Where there is nobody's money: the desk of the test provider. */
const testDesk = ({ payments: provider, till: { db }, billing, env }: Options): Route[] =>
  isEmbedded(provider) && !env.production
    ? devPaymentRoutes({ db, provider, publicUrl: env.publicUrl, catchUp: () => runDue(billing) })
    : []

/** Buying, selling and giving back. */
export const moneyRoutes = ({ payments, till, billing, env }: Options, limiter: Limiter): Route[] => [
  ...paymentRoutes({ provider: payments }),
  ...checkoutRoutes({ till, limiter }),
  ...earningsRoutes({ till, limiter, monthsOfPro: listShares, totalPaidOut }),
  ...payoutsRoutes({ till, limiter, publicUrl: env.publicUrl }),
  ...couponRoutes({ db: till.db, limiter, now: till.now }),
  ...licenceRoutes({ db: till.db, limiter, queueMail: till.queueMail, now: till.now }),
  ...paymentsAdminRoutes({ till, limiter, giveBackPro: (refund) => giveBackPro(billing, refund) }),
  ...paymentListRoutes({ db: till.db, limiter }),
  ...toolMarginRoutes({ db: till.db, provider: payments }),
  ...payoutsAdminRoutes({ till, limiter }),
  ...ledgerExplorerRoutes({ db: till.db }),
  ...paymentEventRoutes({ db: till.db, limiter, source: payments.name, handle: followProvider(till, billing) }),
  ...reconciliationRoutes({ db: till.db, provider: payments, log: till.log, limiter }),
  ...subscriptionRoutes({ billing, limiter }),
  ...invoiceRoutes({ db: billing.db }),
  ...testDesk({ payments, till, billing, env }),
]

interface FileOptions extends Pick<MoneyParts, 'till'> {
  readonly authenticate: Authenticate
  readonly limiter: Limiter
}

/** What is given out as files. */
export function moneyFiles(app: FastifyInstance, { till, authenticate, limiter }: FileOptions): void {
  invoicePdf(app, { db: till.db, authenticate, limiter })
  earningsCsv(app, { till, authenticate, limiter, monthsOfPro: listShares, payoutLines })
}

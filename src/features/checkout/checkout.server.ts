import { findAnyTool, toPricing } from '#src/features/catalog/catalog.server.ts'
import { cardFormLimit } from '#src/features/payments/failed-tries.server.ts'
import type { Intent } from '#src/features/payments/provider.ts'
import type { BodyOf } from '#src/lib/contract.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import { assertFound, conflict, invalidInput } from '#src/server/http/app-error.ts'
import { inSession, limitWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { accessTo, usableBy } from './access.ts'
import { checkoutContract, MIN_PRICE, PURCHASES_PER_PAGE } from './checkout.schema.ts'
import { toPurchase } from './orders.ts'
import { orderNotFound } from './own-order.server.ts'
import { updatePrice } from './pricing.queries.ts'
import { handleProviderEvent, isProviderSilent } from './provider-events.server.ts'
import { purchase } from './purchase.server.ts'
import { findPurchase, listPurchases, type OrderRow } from './purchases.queries.ts'
import { takeBack } from './refunds.server.ts'
import { findSale, setConsent } from './sales.queries.ts'
import { take } from './settle.server.ts'
import type { Till } from './till.ts'
import { tip } from './tip.server.ts'

export interface CheckoutDeps {
  readonly till: Till
  readonly limiter: Limiter
}

export const checkoutRoutes = (deps: CheckoutDeps): Route[] => [
  ...accessRoutes(deps),
  ...buyingRoutes(deps),
  ...purchaseRoutes(deps),
]

function accessRoutes({ till: { db } }: CheckoutDeps): Route[] {
  return [
    route(checkoutContract.checkAccess, [], async ({ params, viewer }) => {
      const userId = viewer?.id ?? null
      const tool = await usableBy(db, userId, await findAnyTool(db, params.id))
      const reason = await accessTo(db, tool, userId)
      const hasAccess = reason !== 'PURCHASE_REQUIRED' && reason !== 'PRO_REQUIRED'
      return { hasAccess, reason, pricing: toPricing(tool) }
    }),
    route(checkoutContract.setPricing, [inSession], async ({ user, params, body, address }) => {
      const { accessTier, cents } = toPrice(body)
      return db.transaction().execute(async (transaction) => {
        const change = { toolId: params.fxnId, ownerId: user.id, accessTier, cents }
        if (!(await updatePrice(transaction, change))) assertFound(undefined, 'tool')
        await appendAudit(transaction, {
          ...{ actorId: user.id, action: 'tool.priced', target: `tool ${params.fxnId}`, address },
          details: { pricingModel: body.pricingModel, cents },
        })
        return { pricing: toPricing({ access_tier: accessTier, price_cents: cents }) }
      })
    }),
  ]
}

/** Three of the combinations mean something. */
function toPrice({ pricingModel, price, accessTier }: BodyOf<typeof checkoutContract.setPricing>) {
  const wrongTier = () => invalidInput([{ field: 'accessTier', message: 'This does not go with the pricing model' }])
  if (pricingModel === 'subscription') {
    if (accessTier !== 'pro') throw wrongTier()
    return { accessTier, cents: 0 } as const
  }
  if (accessTier !== 'free') throw wrongTier()
  if (pricingModel === 'free') return { accessTier, cents: 0 } as const
  if (price < MIN_PRICE) throw invalidInput([{ field: 'price', message: 'Minimum price is $0.99' }])
  return { accessTier, cents: price } as const
}

function buyingRoutes({ till, limiter }: CheckoutDeps): Route[] {
  const mayTry = cardFormLimit(till.db, limiter, 'buy')
  return [
    route(checkoutContract.purchase, [inSession], async (asked) => {
      await mayTry(asked)
      const { fxnId: toolId, coupon } = asked.body
      return purchase(till, { toolId, buyer: asked.user, address: asked.address, coupon })
    }),
    route(checkoutContract.tip, [inSession], async (asked) => {
      await mayTry(asked)
      const { fxnId: toolId, amount } = asked.body
      return tip(till, { toolId, amount, from: asked.user, address: asked.address })
    }),
    route(checkoutContract.consent, [inSession], async ({ user, params: { orderId }, body, address }) => {
      const consent = { id: orderId, buyerId: user.id, text: body.text, at: till.now() }
      if (!(await setConsent(till.db, consent)))
        throw await orderNotFound(till.db, { userId: user.id, orderId, address })
      return { ok: true as const }
    }),
  ]
}

const PAYMENT_STATUS = {
  requires_payment_method: 'needs_card',
  requires_confirmation: 'needs_card',
  requires_action: 'needs_action',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
} as const satisfies Record<Intent['status'], string>

const toPayment = (intent: Intent | undefined) => ({
  status: intent === undefined ? ('none' as const) : PAYMENT_STATUS[intent.status],
  failure: intent?.failure ? { code: intent.failure.code, message: intent.failure.message } : null,
})

/** Asks the provider while the order is open: the page may be back before the webhook. */
async function refresh(till: Till, orderId: string): Promise<Intent | undefined> {
  const sale = await findSale(till.db, { id: orderId })
  if (sale?.intent_id == null || sale.status !== 'open') return undefined
  try {
    await handleProviderEvent(till, 'intent', sale.intent_id)
    return await till.provider.getIntent(sale.intent_id)
  } catch (error) {
    if (isProviderSilent(error)) return undefined
    throw error
  }
}

interface AskedForOrder {
  readonly user: { readonly id: string }
  readonly params: { readonly orderId: string }
  readonly address: string
}

function purchaseRoutes({ till, limiter }: CheckoutDeps): Route[] {
  const limit = limitWith(limiter)
  const mine = async ({ user, params: { orderId }, address }: AskedForOrder) => {
    const row = await findPurchase(till.db, user.id, orderId)
    if (row === undefined) throw await orderNotFound(till.db, { userId: user.id, orderId, address })
    return row
  }
  const show = (row: OrderRow) => toPurchase(row, till.now(), till.provider)
  return [
    route(checkoutContract.purchases, [inSession], async ({ user, query }) => {
      const rows = await listPurchases(till.db, user.id, query.cursor)
      const page = rows.slice(0, PURCHASES_PER_PAGE)
      return {
        purchases: page.map(show),
        cursor: rows.length > PURCHASES_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
      }
    }),
    route(checkoutContract.order, [inSession, limit('60/min', 'order')], async (asked) => {
      await mine(asked)
      const intent = await refresh(till, asked.params.orderId)
      return { purchase: show(await mine(asked)), payment: toPayment(intent) }
    }),
    route(checkoutContract.take, [inSession], async (asked) => {
      await mine(asked)
      if (!(await take(till, asked.params.orderId))) throw conflict('NOT_FREE', 'This order has to be paid')
      return { purchase: show(await mine(asked)) }
    }),
    route(checkoutContract.refund, [inSession, limit('10/min', 'refund')], async (asked) => {
      const { user, body, claim } = asked
      await takeBack(till, await mine(asked), { actorId: user.id, reason: body.reason, claim })
      return { purchase: show(await mine(asked)) }
    }),
  ]
}

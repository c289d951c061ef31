import type { ToolRow } from '#src/features/catalog/catalog.queries.ts'
import { getTool } from '#src/features/catalog/catalog.server.ts'
import { type Reduced, reduce } from '#src/features/coupons/use-coupon.server.ts'
import { sharesOf } from '#src/features/ledger/shares.ts'
import { type Taxed, type TaxRates, taxed } from '#src/features/ledger/tax.ts'
import { countryOf } from '#src/features/ledger/tax-country.queries.ts'
import { findAskedIntent } from '#src/features/payments/find-asked.ts'
import { type Intent, ProviderRefusedError, ProviderUnavailableError } from '#src/features/payments/provider.ts'
import { conflict, ownTool } from '#src/server/http/app-error.ts'
import type { Viewer } from '#src/server/http/request-context.ts'
import { accessTo } from './access.ts'
import type { CardForm } from './checkout.schema.ts'
import {
  findCustomer,
  findOpenSale,
  insertCustomer,
  insertSale,
  lockBuying,
  type SaleRow,
  setCanceled,
  setIntent,
} from './sales.queries.ts'
import { settle } from './settle.server.ts'
import { providerSilent, type Till } from './till.ts'

const notForSale = () => conflict('NOT_FOR_SALE', 'This tool is not sold by itself')
const alreadyOwned = () => conflict('ALREADY_OWNED', 'You have this tool already')
const processing = () => conflict('PAYMENT_PROCESSING', 'Your bank is still working on the payment of this order')

const NO_RATES: TaxRates = new Map()

interface Buying {
  readonly toolId: string
  readonly buyer: Viewer
  readonly address: string
  /** Undefined: as the order that is open has it. */
  readonly coupon?: string | null | undefined
  /** What an order had that was just given up: for a new one, where no other tab has made one meanwhile. */
  readonly gaveUp?: string | null
}

async function forSale({ db }: Till, { toolId, buyer }: Buying): Promise<ToolRow & { readonly owner_id: string }> {
  const tool = await getTool(db, toolId)
  const reason = await accessTo(db, tool, buyer.id)
  if (reason === 'owner') throw ownTool('This tool is yours already')
  if (reason === 'purchased') throw alreadyOwned()
  // Whoever was given a licence may want the tool for good.
  const isWanted = reason === 'PURCHASE_REQUIRED' || reason === 'licensed'
  if (!isWanted || tool.access_tier === 'pro' || tool.owner_id === null) throw notForSale()
  return { ...tool, owner_id: tool.owner_id }
}

export interface Order {
  readonly sale: SaleRow
  /** False: a new one would be another. */
  readonly isCurrent: boolean
}

/**
 * The buyer's open order of the tool, or a new one at the price of now, which reserves the use of its coupon. Two tabs
 * get the same.
 */
async function openOrder(till: Till, buying: Buying): Promise<Order & { readonly coupon: string | null }> {
  const { buyer, toolId, address } = buying
  return till.db.transaction().execute(async (transaction) => {
    await lockBuying(transaction, buyer.id, toolId)
    // Before it is asked whether they own it: what is paid in between is then either open here or owned there.
    const open = await findOpenSale(transaction, buyer.id, toolId, till.provider)
    const tool = await forSale({ ...till, db: transaction }, buying)
    const begunWith = open === undefined ? (buying.gaveUp ?? null) : open.coupon_code
    const code = buying.coupon === undefined ? begunWith : buying.coupon
    const { name, livemode } = till.provider
    const reduced = await reduce(transaction, { code, tool, buyerId: buyer.id, livemode, open, now: till.now() })
    const rates = till.taxRates ?? NO_RATES
    // What costs nothing is not taxed, and needs no country.
    const country = reduced.amount === 0 ? null : await countryOf(transaction, buyer.id, rates)
    const terms = { ...reduced, ...taxed(reduced.amount, country, rates) }
    if (open !== undefined) return { sale: open, isCurrent: isCurrent(open, terms), coupon: code }
    const sale = await insertSale(transaction, {
      ...{ kind: 'purchase', buyerId: buyer.id, toolId: tool.id, creatorId: tool.owner_id, ...terms },
      ...{ creatorShare: sharesOf(reduced.amount).creator, livemode, provider: name, address, at: till.now() },
    })
    return { sale, isCurrent: true, coupon: code }
  })
}

async function customerOf({ db, provider }: Till, { id, email }: Viewer): Promise<string> {
  const known = await findCustomer(db, id, provider)
  if (known !== undefined) return known
  const { id: customerId } = await provider.createCustomer({ accountId: id, email, key: `customer:${id}` })
  await insertCustomer(db, id, provider, customerId)
  return customerId
}

/** From then on the key of an order may be forgotten at the provider, which keeps them for a day. */
const KEY_MS = 60 * 60_000

/**
 * One for each order: the key is the order's and every value stands in its row, so that an answer that was lost is
 * given again. For an order of an earlier day it is looked for.
 */
async function intentOf(till: Till, sale: SaleRow, buyerId: string, customerId: string): Promise<Intent> {
  const { provider } = till
  if (sale.intent_id !== null) return provider.getIntent(sale.intent_id)
  const isOld = till.now().getTime() - sale.created_at.getTime() > KEY_MS
  const known = isOld ? await findAskedIntent(provider, customerId, { orderId: sale.id }) : undefined
  const intent =
    known ??
    (await provider.createIntent({
      ...{ orderId: sale.id, amount: sale.amount, customerId, description: `Order ${sale.id}` },
      metadata: { orderId: sale.id, toolId: sale.tool_id, buyerId },
      key: `order:${sale.id}:intent`,
    }))
  await setIntent(till.db, sale.id, customerId, intent.id)
  return intent
}

/** The intent of an order whose answer may have been lost; undefined when there can be none. */
export async function findIntentOf(till: Till, sale: SaleRow): Promise<Intent | undefined> {
  if (sale.amount === 0) return undefined
  if (sale.intent_id !== null) return till.provider.getIntent(sale.intent_id)
  const customerId = sale.buyer_id === null ? undefined : await findCustomer(till.db, sale.buyer_id, till.provider)
  if (sale.buyer_id === null || customerId === undefined) return undefined
  return intentOf(till, sale, sale.buyer_id, customerId)
}

const isOver = ({ status }: Intent) => status === 'succeeded' || status === 'canceled'

/** Whether the order is still what a new one would be. */
const isCurrent = (sale: SaleRow, { amount, discount, coupon, taxRate }: Reduced & Taxed) =>
  sale.kind === 'purchase' &&
  sale.amount === amount &&
  sale.tax_rate === taxRate &&
  sale.discount === discount &&
  sale.coupon_code === (coupon?.code ?? null)

/** Ends an order whose price is no longer asked; one that was paid meanwhile counts. Answers whether it was. */
async function giveUp(till: Till, sale: SaleRow, intent: Intent): Promise<boolean> {
  if (intent.status === 'processing') throw processing()
  const ended = isOver(intent) ? intent : await till.provider.cancelIntent(intent.id, `order:${sale.id}:cancel`)
  await settle(till, ended)
  return ended.status === 'succeeded'
}

/** Begins an order or takes it up again. */
export const purchase = (till: Till, buying: Buying): Promise<CardForm> => inBuyersWords(tryPurchase(till, buying))

/** What keeps the provider from taking an order, as its buyer is told. */
export async function inBuyersWords(work: Promise<CardForm>): Promise<CardForm> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw providerSilent()
    if (error instanceof ProviderRefusedError) throw conflict('PAYMENT_REFUSED', error.message)
    throw error
  }
}

async function tryPurchase(till: Till, buying: Buying): Promise<CardForm> {
  const order = await openOrder(till, buying)
  // What was bought meanwhile is answered as owned; else there is room for a new order.
  return formOf(till, buying.buyer, order, () => tryPurchase(till, { ...buying, gaveUp: order.coupon }))
}

/**
 * The form of an order; `again` makes another one where this one is over or is no longer what is wanted, and hears
 * whether it was paid meanwhile.
 */
export async function formOf(
  till: Till,
  buyer: Viewer,
  { sale, isCurrent: isRight }: Order,
  again: (isPaid: boolean) => Promise<CardForm>,
): Promise<CardForm> {
  if (sale.amount === 0) {
    if (isRight) return toForm(till, sale, null)
    await setCanceled(till.db, sale.id)
    return again(false)
  }
  const intent = await intentOf(till, sale, buyer.id, await customerOf(till, buyer))
  if (intent.status === 'processing') throw processing()
  if (isOver(intent) || !isRight) return again(await giveUp(till, sale, intent))
  return toForm(till, sale, intent.clientSecret)
}

const toForm = ({ provider }: Till, sale: SaleRow, clientSecret: string | null): CardForm => ({
  ...{ orderId: sale.id, clientSecret, amount: sale.amount, tax: sale.tax, taxRate: sale.tax_rate, currency: 'usd' },
  ...{ discount: sale.discount, coupon: sale.coupon_code },
  ...{ provider: provider.name, publishableKey: provider.publishableKey, livemode: sale.livemode },
})

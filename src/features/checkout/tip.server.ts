import { getTool } from '#src/features/catalog/catalog.server.ts'
import { sharesOf } from '#src/features/ledger/shares.ts'
import { AppError, conflict, ownTool } from '#src/server/http/app-error.ts'
import type { Viewer } from '#src/server/http/request-context.ts'
import { isFree } from './access.ts'
import type { CardForm } from './checkout.schema.ts'
import { formOf, inBuyersWords, type Order } from './purchase.server.ts'
import { findOpenSale, insertSale, lockBuying } from './sales.queries.ts'
import type { Till } from './till.ts'

const noTips = () => conflict('NO_TIPS', 'Only free tools of creators take tips')
const paidMeanwhile = (orderId: string) =>
  new AppError({
    ...{ code: 'PAID_MEANWHILE', status: 409, message: 'The tip that you had begun is paid. Thank you!' },
    extra: { orderId },
  })

interface Tipping {
  readonly toolId: string
  readonly amount: number
  readonly from: Viewer
  readonly address: string
}

/** The open tip of this person for the tool, or a new one. Another order of the tool that was begun is given up. */
const openTip = (till: Till, { toolId, amount, from, address }: Tipping): Promise<Order> =>
  till.db.transaction().execute(async (transaction) => {
    await lockBuying(transaction, from.id, toolId)
    const tool = await getTool(transaction, toolId)
    if (tool.owner_id === null || !isFree(tool)) throw noTips()
    if (tool.owner_id === from.id) throw ownTool('You cannot tip yourself')
    const open = await findOpenSale(transaction, from.id, tool.id, till.provider)
    if (open !== undefined) return { sale: open, isCurrent: open.kind === 'tip' && open.amount === amount }
    const { name, livemode } = till.provider
    const sale = await insertSale(transaction, {
      ...{ kind: 'tip', buyerId: from.id, toolId: tool.id, creatorId: tool.owner_id },
      ...{ amount, discount: 0, tax: 0, taxRate: '', coupon: null },
      ...{ creatorShare: sharesOf(amount).creator, livemode, provider: name, address, at: till.now() },
    })
    return { sale, isCurrent: true }
  })

async function tryTip(till: Till, tipping: Tipping): Promise<CardForm> {
  const order = await openTip(till, tipping)
  return formOf(till, tipping.from, order, async (isPaid) => {
    // One who does not know yet that they have tipped would pay a second time.
    if (isPaid && order.sale.kind === 'tip') throw paidMeanwhile(order.sale.id)
    return tryTip(till, tipping)
  })
}

/** Begins a tip or takes it up again; another amount takes the place of what was begun. */
export const tip = (till: Till, tipping: Tipping): Promise<CardForm> => inBuyersWords(tryTip(till, tipping))

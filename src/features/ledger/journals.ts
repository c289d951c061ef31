import { type Claimed, creatorDue, creatorPart, type Shares } from './shares.ts'
import { taxPart } from './tax.ts'

export type AccountKind =
  | 'processor_clearing'
  | 'processor_fees'
  | 'dispute_fees'
  | 'dispute_hold'
  | 'platform_revenue'
  | 'pro_revenue'
  | 'tax_payable'
  | 'creator_pending'
  | 'creator_available'
  | 'creator_held'
  | 'payout_reserved'
  // What our balance with a provider has given to our bank, less what it was given.
  | 'own_bank'

/** Debits are positive, credits negative. */
export interface Line {
  readonly kind: AccountKind
  /** Whose account it is; null for ours. */
  readonly owner: string | null
  readonly amount: number
}

export interface Journal {
  readonly kind:
    | 'charge'
    | 'fee'
    | 'release'
    | 'refund'
    | 'refund_failed'
    | 'dispute_opened'
    | 'dispute_won'
    | 'dispute_lost'
    | 'pro_share'
    | 'payout_reserved'
    | 'payout_sent'
    | 'payout_failed'
    | 'provider_fee'
    | 'own_bank'
  readonly sourceType:
    | 'sale'
    | 'refund'
    | 'dispute'
    | 'subscription'
    | 'pro_month'
    | 'payout'
    | 'provider_fee'
    | 'own_bank'
  readonly sourceId: string
  /** Which of those of its kind and source. Absent: the first. */
  readonly turn?: number
  readonly livemode: boolean
  readonly lines: readonly Line[]
}

export interface BookedSale extends Claimed {
  readonly id: string
  readonly creatorId: string
  readonly livemode: boolean
  /** Part of the amount. Absent: none. */
  readonly tax?: number
  /** Whether the hold is over, so that the creator's share could be paid out. */
  readonly released: boolean
}

const ours = (kind: AccountKind, amount: number): Line => ({ kind, owner: null, amount })

/** Most journals have none. */
const taxLine = (amount: number): Line[] => (amount === 0 ? [] : [ours('tax_payable', amount)])
const taxOf = (sale: BookedSale, more: number): number => taxPart({ ...sale, tax: sale.tax ?? 0 }, more)

/** Where the creator's share of the sale lies. */
const share = ({ released, creatorId }: BookedSale, amount: number): Line => ({
  kind: released ? 'creator_available' : 'creator_pending',
  owner: creatorId,
  amount,
})
const held = ({ creatorId }: BookedSale, amount: number): Line => ({ kind: 'creator_held', owner: creatorId, amount })

const ofSale = (kind: Journal['kind'], { id, livemode }: BookedSale, lines: readonly Line[]): Journal => ({
  ...{ kind, sourceType: 'sale', sourceId: id, livemode, lines },
})

export const charge = (sale: BookedSale, { creator, platform }: Shares): Journal =>
  ofSale('charge', sale, [
    ours('processor_clearing', sale.amount),
    { kind: 'creator_pending', owner: sale.creatorId, amount: -creator },
    ours('platform_revenue', -platform),
    ...taxLine(-(sale.tax ?? 0)),
  ])

/** What the provider charges for itself, and what it gives us beside all payments. */
export const providerFee = (id: string, net: number, livemode: boolean): Journal => ({
  ...{ kind: 'provider_fee', sourceType: 'provider_fee', sourceId: id, livemode },
  lines: [ours('processor_fees', -net), ours('processor_clearing', net)],
})

/** What goes to our own bank, and comes from there: nobody gains or loses by it. */
export const bankMove = (id: string, net: number, livemode: boolean): Journal => ({
  ...{ kind: 'own_bank', sourceType: 'own_bank', sourceId: id, livemode },
  lines: [ours('own_bank', -net), ours('processor_clearing', net)],
})

export const fee = (sale: BookedSale, amount: number): Journal =>
  ofSale('fee', sale, [ours('processor_fees', amount), ours('processor_clearing', -amount)])

/** The hold is over. What is left of the share; nothing after a full refund. */
export function release(sale: BookedSale): Journal {
  const left = sale.creatorShare - creatorDue(sale)
  const account = (kind: AccountKind, amount: number): Line => ({ kind, owner: sale.creatorId, amount })
  return ofSale('release', sale, [account('creator_pending', left), account('creator_available', -left)])
}

interface Claim {
  readonly id: string
  readonly amount: number
}

export function refund(sale: BookedSale, { id, amount }: Claim): Journal {
  const [part, tax] = [creatorPart(sale, amount), taxOf(sale, amount)]
  return {
    ...{ kind: 'refund', sourceType: 'refund', sourceId: id, livemode: sale.livemode },
    lines: [
      share(sale, part),
      ours('platform_revenue', amount - part - tax),
      ours('processor_clearing', -amount),
      ...taxLine(tax),
    ],
  }
}

/** The bank did not take the money: it is back with us, and with the creator. */
export function refundFailed(sale: BookedSale, { id, amount }: Claim): Journal {
  const [part, tax] = [creatorPart(sale, -amount), taxOf(sale, -amount)]
  return {
    ...{ kind: 'refund_failed', sourceType: 'refund', sourceId: id, livemode: sale.livemode },
    lines: [
      share(sale, part),
      ours('platform_revenue', -amount - part - tax),
      ours('processor_clearing', amount),
      ...taxLine(tax),
    ],
  }
}

interface OpenDispute extends Claim {
  /** What of the creator's share is held for it. */
  readonly creatorPart: number
  /** What of the tax is given back if it is lost. Absent: none. */
  readonly taxPart?: number
}

const ofDispute = (kind: Journal['kind'], sale: BookedSale, { id }: Claim, lines: readonly Line[]): Journal => ({
  ...{ kind, sourceType: 'dispute', sourceId: id, livemode: sale.livemode, lines },
})

export const disputeOpened = (sale: BookedSale, dispute: OpenDispute & { readonly fee: number }): Journal =>
  ofDispute('dispute_opened', sale, dispute, [
    ours('dispute_hold', dispute.amount),
    ours('dispute_fees', dispute.fee),
    ours('processor_clearing', -dispute.amount - dispute.fee),
    share(sale, dispute.creatorPart),
    held(sale, -dispute.creatorPart),
  ])

/** Another claim may have come or gone meanwhile, and moved a cent between creator and platform. */
export function disputeWon(sale: BookedSale, dispute: OpenDispute): Journal {
  const back = -creatorPart(sale, -dispute.amount)
  const tax = (dispute.taxPart ?? 0) + taxOf(sale, -dispute.amount)
  return ofDispute('dispute_won', sale, dispute, [
    ours('processor_clearing', dispute.amount),
    ours('dispute_hold', -dispute.amount),
    held(sale, dispute.creatorPart),
    share(sale, -back),
    ours('platform_revenue', back - dispute.creatorPart - tax),
    ...taxLine(tax),
  ])
}

export function disputeLost(sale: BookedSale, dispute: OpenDispute): Journal {
  const tax = dispute.taxPart ?? 0
  return ofDispute('dispute_lost', sale, dispute, [
    held(sale, dispute.creatorPart),
    ours('platform_revenue', dispute.amount - dispute.creatorPart - tax),
    ours('dispute_hold', -dispute.amount),
    ...taxLine(tax),
  ])
}

/** The bank has changed its mind: nothing is held, and the money moves at once. */
export function disputeTurned(
  sale: BookedSale,
  dispute: Claim & { readonly turn: number },
  to: 'won' | 'lost',
): Journal {
  const more = to === 'lost' ? dispute.amount : -dispute.amount
  const [part, tax] = [creatorPart(sale, more), taxOf(sale, more)]
  const lines = [
    share(sale, part),
    ours('platform_revenue', more - part - tax),
    ours('processor_clearing', -more),
    ...taxLine(tax),
  ]
  return { ...ofDispute(`dispute_${to}`, sale, dispute, lines), turn: dispute.turn }
}

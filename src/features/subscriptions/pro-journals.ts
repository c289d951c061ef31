import type { Journal, Line } from '#src/features/ledger/journals.ts'
import type { ProShare } from './pro-shares.ts'

interface Paid {
  readonly id: string
  readonly amount: number
  /** Part of the amount. Absent: none. */
  readonly tax?: number
  readonly livemode: boolean
}

const ours = (kind: Line['kind'], amount: number): Line => ({ kind, owner: null, amount })

const taxLine = (amount: number): Line[] => (amount === 0 ? [] : [ours('tax_payable', amount)])

/** What Pro brings in waits until the month is over, and is then shared. */
export const proCharge = ({ id, amount, tax = 0, livemode }: Paid): Journal => ({
  ...{ kind: 'charge', sourceType: 'subscription', sourceId: id, livemode },
  lines: [ours('processor_clearing', amount), ours('pro_revenue', tax - amount), ...taxLine(-tax)],
})

export const proFee = ({ id, livemode }: Paid, fee: number): Journal => ({
  ...{ kind: 'fee', sourceType: 'subscription', sourceId: id, livemode },
  lines: [ours('processor_fees', fee), ours('processor_clearing', -fee)],
})

interface Claimed {
  readonly id: string
  readonly kind: 'refund' | 'dispute'
  readonly amount: number
  readonly fee: number
  /** What of the tax it takes, beside all other claims. Absent: nothing. */
  readonly tax?: number
  /** How often a bank has changed its mind. Absent: never. */
  readonly turns?: number
}

/** What is taken back is not shared; what a bank only disputes is not shared until it has decided. */
export const proClaimed = ({ id, kind, amount, fee, tax = 0 }: Claimed, livemode: boolean): Journal => ({
  ...{ kind: kind === 'refund' ? 'refund' : 'dispute_opened', sourceType: kind, sourceId: id, livemode },
  lines: [
    ours('pro_revenue', amount - tax),
    ours('dispute_fees', fee),
    ours('processor_clearing', -amount - fee),
    ...taxLine(tax),
  ],
})

/** A refund that the bank refused, or a dispute that was won. The fee stays with the provider. */
export const proReturned = ({ id, kind, amount, tax = 0, turns = 0 }: Claimed, livemode: boolean): Journal => ({
  ...{
    kind: kind === 'refund' ? 'refund_failed' : 'dispute_won',
    sourceType: kind,
    sourceId: id,
    livemode,
    turn: turns,
  },
  lines: [ours('processor_clearing', amount), ours('pro_revenue', tax - amount), ...taxLine(-tax)],
})

/** What was won is lost after all: it goes back once more, without another fee. */
export const proLostAfterAll = (claim: Claimed, livemode: boolean): Journal => ({
  ...proClaimed({ ...claim, fee: 0 }, livemode),
  ...{ kind: 'dispute_lost', turn: claim.turns ?? 0 },
})

/** A month is over: creators get their shares, the platform what is left. */
export function proShared(month: string, livemode: boolean, net: number, shares: readonly ProShare[]): Journal {
  const given = shares.reduce((sum, { amount }) => sum + amount, 0)
  return {
    ...{ kind: 'pro_share', sourceType: 'pro_month', sourceId: idOfMonth(month, livemode), livemode },
    lines: [
      ours('pro_revenue', net),
      ...shares.map(
        ({ creatorId, amount }): Line => ({ kind: 'creator_available', owner: creatorId, amount: -amount }),
      ),
      ours('platform_revenue', given - net),
    ],
  }
}

/** "2026-03" → an id that only this month has, so that it is shared once. */
export const idOfMonth = (month: string, livemode: boolean): string =>
  `${month.replace('-', '').padStart(8, '0')}-0000-8000-8000-${livemode ? '1' : '0'}`.padEnd(36, '0')

import type { Journal, Line } from '#src/features/ledger/journals.ts'

export interface BookedPayout {
  readonly id: string
  readonly creatorId: string
  readonly amount: number
  readonly livemode: boolean
}

const theirs = ({ creatorId }: BookedPayout, kind: Line['kind'], amount: number): Line => ({
  ...{ kind, owner: creatorId, amount },
})

const ofPayout = (kind: Journal['kind'], { id, livemode }: BookedPayout, lines: readonly Line[]): Journal => ({
  ...{ kind, sourceType: 'payout', sourceId: id, livemode, lines },
})

/** Put aside, so that nothing else can spend it. */
export const payoutReserved = (payout: BookedPayout): Journal =>
  ofPayout('payout_reserved', payout, [
    theirs(payout, 'creator_available', payout.amount),
    theirs(payout, 'payout_reserved', -payout.amount),
  ])

/** It has left our balance with the provider. */
export const payoutSent = (payout: BookedPayout): Journal =>
  ofPayout('payout_sent', payout, [
    theirs(payout, 'payout_reserved', payout.amount),
    { kind: 'processor_clearing', owner: null, amount: -payout.amount },
  ])

/** It is the creator's to be paid out again: nothing was sent, or what was sent came back. */
export const payoutFailed = (payout: BookedPayout, { wasSent }: { readonly wasSent: boolean }): Journal =>
  ofPayout('payout_failed', payout, [
    wasSent
      ? { kind: 'processor_clearing', owner: null, amount: payout.amount }
      : theirs(payout, 'payout_reserved', payout.amount),
    theirs(payout, 'creator_available', -payout.amount),
  ])

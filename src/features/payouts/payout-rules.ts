/** In cents of US dollars: below it, what a transfer costs is too much of it. */
export const MIN_PAYOUT = 1000

/** Why a payout is not made, the strongest reason first. */
export const SKIP_REASONS = [
  'ADMIN_HOLD',
  'SUSPENDED',
  'UNDER_WAY',
  'NEGATIVE_BALANCE',
  'DISPUTE_HELD',
  'BELOW_MINIMUM',
  'ONBOARDING_NEEDED',
  'ACCOUNT_RESTRICTED',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** none: never began to say where the money goes; unfinished: began; restricted: did, and is asked for more. */
export type AccountState = 'none' | 'unfinished' | 'restricted' | 'ready'

export interface PayoutFacts {
  readonly available: number
  /** Of their share, held for disputes. */
  readonly held: number
  readonly account: AccountState
  readonly isOnHold: boolean
  readonly isSuspended: boolean
  /** Another payout is on its way. */
  readonly isUnderWay: boolean
}

export function skipReason({ available, held, ...facts }: PayoutFacts): SkipReason | null {
  if (facts.isOnHold) return 'ADMIN_HOLD'
  if (facts.isSuspended) return 'SUSPENDED'
  if (facts.isUnderWay) return 'UNDER_WAY'
  if (available < 0) return 'NEGATIVE_BALANCE'
  if (available < MIN_PAYOUT) return available + held >= MIN_PAYOUT ? 'DISPUTE_HELD' : 'BELOW_MINIMUM'
  if (facts.account === 'restricted') return 'ACCOUNT_RESTRICTED'
  return facts.account === 'ready' ? null : 'ONBOARDING_NEEDED'
}

interface PayeeStanding {
  readonly ready: boolean
  readonly submitted: boolean
}

export function accountState(payee: PayeeStanding | undefined): AccountState {
  if (payee === undefined) return 'none'
  if (payee.ready) return 'ready'
  return payee.submitted ? 'restricted' : 'unfinished'
}

const DAY_MS = 86_400_000

/** 00:00 UTC of the Monday on or before it. */
export function mondayOf(date: Date): Date {
  const day = Math.floor(date.getTime() / DAY_MS)
  // The first day of 1970 was a Thursday.
  return new Date((day - ((day + 3) % 7)) * DAY_MS)
}

export const nextMonday = (date: Date): Date => new Date(mondayOf(date).getTime() + 7 * DAY_MS)

export type PayoutStatus = 'planned' | 'sending' | 'paid' | 'failed' | 'skipped'

interface Known {
  readonly status: PayoutStatus
  readonly transferId: string | null
}

interface Told {
  readonly status: 'in_transit' | 'paid' | 'failed'
}

/** What follows from what the provider says of a transfer. */
export interface AfterTransfer {
  readonly status: 'sending' | 'paid' | 'failed'
  /** The money has left our balance, which the books do not have yet. */
  readonly books: readonly ('payout_sent' | 'payout_failed')[]
}

/**
 * Depends on the state of both alone, so that events may come twice, late and in any order. A payout that failed stays
 * so, one that arrived is not on its way again; null when nothing changes.
 */
export function afterTransfer({ status, transferId }: Known, transfer: Told): AfterTransfer | null {
  if (status !== 'sending' && status !== 'paid') return null
  const sent = transferId === null ? (['payout_sent'] as const) : []
  if (transfer.status === 'failed') return { status: 'failed', books: [...sent, 'payout_failed'] }
  const next = transfer.status === 'paid' || status === 'paid' ? 'paid' : 'sending'
  return next === status && sent.length === 0 ? null : { status: next, books: sent }
}

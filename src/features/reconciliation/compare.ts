import type { BalanceMove } from '#src/features/payments/provider.ts'

/** What our books have of one thing that the provider moved. */
export interface Booked {
  readonly kind: BalanceMove['kind']
  /** Of the payment for a charge; else of the refund, the dispute or the transfer. Null when we never learned it. */
  readonly providerId: string | null
  readonly orderId: string | null
  /** What our account with the provider gained, after its fee. */
  readonly net: number
  readonly at: Date
}

export interface Difference {
  readonly kind: BalanceMove['kind']
  readonly providerId: string | null
  readonly orderId: string | null
  /** In cents after fees; null: this side does not have it. */
  readonly provider: number | null
  readonly books: number | null
}

export interface Total {
  readonly kind: BalanceMove['kind']
  readonly moves: number
  readonly provider: number
  readonly books: number
}

interface Span {
  readonly from: Date
  readonly until: Date
}

/** A charge is known by its payment, what the provider charges for itself by the movement, all else by its own id. */
export const idOf = ({ id, kind, sourceId, intentId }: BalanceMove): string =>
  kind === 'fee' ? id : kind === 'charge' ? (intentId ?? sourceId) : sourceId

const keyOf = (kind: BalanceMove['kind'], id: string | null) => `${kind} ${id}`

/**
 * Compares by what moved, not by when it was noted: the two sides have clocks of their own. What the provider moved
 * within the span has to be booked at some time, and what was booked within it has to be among all moves that are given.
 */
export function compare(moves: readonly BalanceMove[], booked: readonly Booked[], { from, until }: Span) {
  const isWithin = (at: Date) => at >= from && at < until
  const ours = new Map<string, Booked[]>()
  for (const one of booked) {
    const key = keyOf(one.kind, one.providerId)
    ours.set(key, [...(ours.get(key) ?? []), one])
  }
  const theirs = new Set(moves.map((move) => keyOf(move.kind, idOf(move))))
  const totals = new Map<BalanceMove['kind'], Total>()
  const add = (kind: BalanceMove['kind'], moved: number, provider: number, books: number) => {
    const sum = totals.get(kind) ?? { kind, moves: 0, provider: 0, books: 0 }
    totals.set(kind, { kind, moves: sum.moves + moved, provider: sum.provider + provider, books: sum.books + books })
  }
  const differences: Difference[] = []
  for (const move of moves.filter(({ createdAt }) => isWithin(createdAt))) {
    const providerId = idOf(move)
    const provider = move.amount - move.fee
    // A bank that changes its mind moves the same again: that each of them is booked is all that can be told.
    const known = ours.get(keyOf(move.kind, providerId))
    const match = known?.find(({ net }) => net === provider) ?? known?.[0]
    add(move.kind, 1, provider, match?.net ?? 0)
    if (match?.net !== provider)
      differences.push({
        ...{ kind: move.kind, providerId, orderId: match?.orderId ?? null, provider, books: match?.net ?? null },
      })
  }
  for (const { kind, providerId, orderId, net, at } of booked) {
    if (!isWithin(at) || theirs.has(keyOf(kind, providerId))) continue
    add(kind, 0, 0, net)
    differences.push({ kind, providerId, orderId, provider: null, books: net })
  }
  return { totals: [...totals.values()], differences }
}

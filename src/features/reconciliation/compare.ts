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
  /** Of what moved in another one than dollars, in whose smallest unit it is. */
  readonly currency?: string
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

const isOfNobody = (kind: BalanceMove['kind']): boolean => kind === 'fee' || kind === 'bank' || kind === 'other'

/** Our books have dollars alone: such a movement is a difference, and never one of their cents. */
export const isForeign = ({ currency }: Pick<BalanceMove, 'currency'>): boolean => currency !== 'usd'
const isInDollars = (move: BalanceMove): boolean => !isForeign(move)

/** What belongs to nobody's payment or payout: what it was booked as is a matter of whoever booked it. */
export const isOurs = (move: Pick<BalanceMove, 'kind' | 'currency'>): boolean =>
  isOfNobody(move.kind) || isForeign(move)

/** A charge is known by its payment, what belongs to no payment by the movement, all else by its own id. */
export const idOf = (move: BalanceMove): string => {
  const { id, kind, sourceId, intentId } = move
  return isOurs(move) ? id : kind === 'charge' ? (intentId ?? sourceId) : sourceId
}

const keyOf = (kind: BalanceMove['kind'], id: string | null) => `${isOfNobody(kind) ? 'ours' : kind} ${id}`
export const netOf = ({ amount, fee }: BalanceMove): number => amount - fee

/**
 * A bank that changes its mind moves the same again, so several movements may have one id. Each has a booking of its
 * own: of those of the same amount the nearest in time, else one that no other movement has.
 */
function pair(moves: readonly BalanceMove[], booked: readonly Booked[]): Map<BalanceMove, Booked> {
  const left = new Map<string, Booked[]>()
  for (const one of booked) {
    const key = keyOf(one.kind, one.providerId)
    left.set(key, [...(left.get(key) ?? []), one])
  }
  const pairs = new Map<BalanceMove, Booked>()
  const take = (move: BalanceMove, fits: (one: Booked) => boolean) => {
    const ours = left.get(keyOf(move.kind, idOf(move))) ?? []
    const away = ({ at }: Booked) => Math.abs(at.getTime() - move.createdAt.getTime())
    const [found] = ours.filter(fits).toSorted((one, other) => away(one) - away(other))
    if (found === undefined) return
    ours.splice(ours.indexOf(found), 1)
    pairs.set(move, found)
  }
  const inDollars = moves.filter(isInDollars)
  for (const move of inDollars) take(move, ({ net }) => net === netOf(move))
  for (const move of inDollars) if (!pairs.has(move)) take(move, () => true)
  return pairs
}

/** What is booked and is not among these movements. */
export function withoutMove(moves: readonly BalanceMove[], booked: readonly Booked[]): Booked[] {
  const paired = new Set(pair(moves, booked).values())
  return booked.filter((one) => !paired.has(one))
}

/**
 * Compares by what moved, not by when it was noted: the two sides have clocks of their own. What the provider moved
 * within the span has to be booked at some time, and what was booked within it has to be among all moves that are given.
 */
export function compare(moves: readonly BalanceMove[], booked: readonly Booked[], { from, until }: Span) {
  const isWithin = (at: Date) => at >= from && at < until
  const pairs = pair(moves, booked)
  const paired = new Set(pairs.values())
  const orders = new Map(booked.map(({ kind, providerId, orderId }) => [keyOf(kind, providerId), orderId]))
  const totals = new Map<BalanceMove['kind'], Total>()
  const add = (kind: BalanceMove['kind'], moved: number, provider: number, books: number) => {
    const sum = totals.get(kind) ?? { kind, moves: 0, provider: 0, books: 0 }
    totals.set(kind, { kind, moves: sum.moves + moved, provider: sum.provider + provider, books: sum.books + books })
  }
  const differences: Difference[] = []
  for (const move of moves.filter(({ createdAt }) => isWithin(createdAt))) {
    const providerId = idOf(move)
    const provider = netOf(move)
    if (isForeign(move)) {
      const { kind, currency } = move
      differences.push({ kind, providerId, orderId: null, provider, books: null, currency })
      continue
    }
    const books = pairs.get(move)?.net ?? null
    add(move.kind, 1, provider, books ?? 0)
    const orderId = orders.get(keyOf(move.kind, providerId)) ?? null
    if (books !== provider) differences.push({ kind: move.kind, providerId, orderId, provider, books })
  }
  for (const one of booked) {
    if (!isWithin(one.at) || paired.has(one)) continue
    const { kind, providerId, orderId, net } = one
    add(kind, 0, 0, net)
    differences.push({ kind, providerId, orderId, provider: null, books: net })
  }
  return { totals: [...totals.values()], differences }
}

export interface Balance {
  /** In cents: what the provider says that it has of us. */
  readonly provider: number
  /** What our books say of the same moment. */
  readonly books: number
  /** What the provider had of us before the books began. */
  readonly opening: number
}

/** What all of them come to in dollars, in the provider's favour. */
export const sumDifferences = (differences: readonly Difference[]): number =>
  differences
    .filter(({ currency }) => currency === undefined)
    .reduce((sum, { provider, books }) => sum + (provider ?? 0) - (books ?? 0), 0)

/**
 * Both balances of the moment `until`, by what moved. `now` has what the provider and all our books have by now, so that
 * what moved since then is taken off on both sides, also where it was booked before or has not been booked yet.
 */
export function balancesAt(
  until: Date,
  now: { readonly provider: number; readonly books: number },
  moves: readonly BalanceMove[],
  booked: readonly Booked[],
): Omit<Balance, 'opening'> {
  const pairs = pair(moves, booked)
  const paired = new Set(pairs.values())
  let { provider, books } = now
  for (const move of moves.filter((one) => isInDollars(one) && one.createdAt >= until)) {
    provider -= netOf(move)
    books -= pairs.get(move)?.net ?? 0
  }
  for (const one of booked) if (!paired.has(one) && one.at >= until) books -= one.net
  return { provider, books }
}

import { expect, test } from 'vitest'
import type { BalanceMove } from '#src/features/payments/provider.ts'
import { type Booked, balancesAt, compare, netOf, sumDifferences } from './compare.ts'

const day = (n: number) => new Date(Date.UTC(2026, 2, n))
const SPAN = { from: day(2), until: day(3) }
const noon = (n: number) => new Date(day(n).getTime() + 43_200_000)

const move = (more: Partial<BalanceMove> = {}): BalanceMove => ({
  ...{ id: 'txn', kind: 'charge', amount: 999, fee: 59, currency: 'usd', sourceId: 'ch_1', intentId: 'pi_1' },
  createdAt: noon(2),
  ...more,
})
const booking = (more: Partial<Booked> = {}): Booked => ({
  ...{ kind: 'charge', providerId: 'pi_1', orderId: 'order', net: 940, at: noon(2) },
  ...more,
})

test('what both have is no difference, and both sums are the same', () => {
  const refund = { kind: 'refund', amount: -500, fee: 0, sourceId: 're_1' } as const
  expect(
    compare([move(), move(refund)], [booking(), booking({ kind: 'refund', providerId: 're_1', net: -500 })], SPAN),
  ).toEqual({
    differences: [],
    totals: [
      { kind: 'charge', moves: 1, provider: 940, books: 940 },
      { kind: 'refund', moves: 1, provider: -500, books: -500 },
    ],
  })
})

test('each side is told of what the other one lacks, and of another amount', () => {
  const moves = [move(), move({ sourceId: 'ch_2', intentId: 'pi_2', amount: 500, fee: 0 })]
  expect(compare(moves, [booking({ net: 999 }), booking({ providerId: 'pi_3', orderId: 'lost' })], SPAN)).toEqual({
    differences: [
      { kind: 'charge', providerId: 'pi_1', orderId: 'order', provider: 940, books: 999 },
      { kind: 'charge', providerId: 'pi_2', orderId: null, provider: 500, books: null },
      { kind: 'charge', providerId: 'pi_3', orderId: 'lost', provider: null, books: 940 },
    ],
    totals: [{ kind: 'charge', moves: 2, provider: 1440, books: 1939 }],
  })
})

test('what was noted on another day than it moved is no difference', () => {
  expect(compare([move()], [booking({ at: noon(5) })], SPAN).differences).toEqual([])
  expect(compare([move({ createdAt: noon(1) })], [booking()], SPAN)).toEqual({ differences: [], totals: [] })
})

test('what lies outside of the span is left to other days', () => {
  expect(compare([move({ createdAt: day(3) })], [], SPAN)).toEqual({ differences: [], totals: [] })
  expect(compare([], [booking({ at: day(3) })], SPAN)).toEqual({ differences: [], totals: [] })
})

test('a booking whose id at the provider was never learned is told', () => {
  const lost = booking({ kind: 'refund', providerId: null, net: -500 })
  expect(compare([], [lost], SPAN).differences).toEqual([
    { kind: 'refund', providerId: null, orderId: 'order', provider: null, books: -500 },
  ])
})

test('one booking answers for one movement, however alike they are', () => {
  expect(compare([move(), move({ id: 'txn_again' })], [booking()], SPAN)).toEqual({
    differences: [{ kind: 'charge', providerId: 'pi_1', orderId: 'order', provider: 940, books: null }],
    totals: [{ kind: 'charge', moves: 2, provider: 1880, books: 940 }],
  })
})

test('a movement beside the span has its booking, and leaves none for another', () => {
  const before = move({ id: 'txn_before', createdAt: noon(1) })
  expect(compare([before, move()], [booking()], SPAN).differences).toEqual([
    { kind: 'charge', providerId: 'pi_1', orderId: 'order', provider: 940, books: null },
  ])
  const later = booking({ net: -1559 })
  const lost = move({ amount: -1000, fee: 559 })
  expect(compare([move({ createdAt: noon(1) }), lost], [later, booking()], SPAN).differences).toEqual([])
})

test('what was booked twice and moved once is told', () => {
  expect(compare([move()], [booking(), booking()], SPAN)).toEqual({
    differences: [{ kind: 'charge', providerId: 'pi_1', orderId: 'order', provider: null, books: 940 }],
    totals: [{ kind: 'charge', moves: 1, provider: 940, books: 1880 }],
  })
})

test('of two bookings of one amount the nearest in time belongs to a movement', () => {
  // Won on day 1, lost, and won again on day 2, whose movement alone is listed.
  const won = { kind: 'dispute_reversal', providerId: 'dp_1', net: 999 } as const
  const moved = move({ kind: 'dispute_reversal', amount: 999, fee: 0, sourceId: 'dp_1', createdAt: noon(2) })
  const bookings = [booking({ ...won, at: new Date(Date.UTC(2026, 0, 10)) }), booking({ ...won, at: noon(2) })]
  expect(compare([moved], bookings, SPAN).differences).toEqual([])
})

test('what was explained as a cost or as our bank is the movement that nobody knew', () => {
  const odd = move({ id: 'txn_odd', kind: 'other', amount: -400, fee: 0, sourceId: 'src', intentId: null })
  const explained = (kind: 'fee' | 'bank') => [booking({ kind, providerId: 'txn_odd', orderId: null, net: -400 })]
  expect(compare([odd], explained('fee'), SPAN).differences).toEqual([])
  expect(compare([odd], explained('bank'), SPAN).differences).toEqual([])
})

test('what moved in another currency differs by itself, is booked by nothing and adds to no dollars', () => {
  const euros = move({ id: 'txn_eur', currency: 'eur' })
  const yen = move({ id: 'txn_jpy', kind: 'fee', amount: -4000, fee: 0, currency: 'jpy', sourceId: 'txn_jpy' })
  const fee = booking({ kind: 'fee', providerId: 'txn_jpy', orderId: null, net: -4000 })
  const found = compare([euros, yen], [booking(), fee], SPAN)
  expect(found).toEqual({
    differences: [
      { kind: 'charge', providerId: 'txn_eur', orderId: null, provider: 940, books: null, currency: 'eur' },
      { kind: 'fee', providerId: 'txn_jpy', orderId: null, provider: -4000, books: null, currency: 'jpy' },
      { kind: 'charge', providerId: 'pi_1', orderId: 'order', provider: null, books: 940 },
      { kind: 'fee', providerId: 'txn_jpy', orderId: null, provider: null, books: -4000 },
    ],
    totals: [
      { kind: 'charge', moves: 0, provider: 0, books: 940 },
      { kind: 'fee', moves: 0, provider: 0, books: -4000 },
    ],
  })
  expect(sumDifferences(found.differences)).toBe(3060)
})

// Each row: what moved and was booked beside the $9.40 of the day before, and both balances at the midnight after day 2.
const OTHER = { sourceId: 'ch_2', intentId: 'pi_2', amount: 500, fee: 0 } as const
const OTHERS = { providerId: 'pi_2', net: 500 } as const
test.each([
  ['nothing', [], [], { provider: 940, books: 940 }],
  ['moved and booked within', [move({ ...OTHER })], [booking({ ...OTHERS })], { provider: 1440, books: 1440 }],
  [
    'moved within, booked after',
    [move({ ...OTHER })],
    [booking({ ...OTHERS, at: noon(3) })],
    { provider: 1440, books: 1440 },
  ],
  [
    'booked within, moved after',
    [move({ ...OTHER, createdAt: noon(3) })],
    [booking({ ...OTHERS })],
    { provider: 940, books: 940 },
  ],
  ['moved after, not booked yet', [move({ ...OTHER, createdAt: noon(3) })], [], { provider: 940, books: 940 }],
  ['booked after, not moved yet', [], [booking({ ...OTHERS, at: noon(3) })], { provider: 940, books: 940 }],
  ['moved within, never booked', [move({ ...OTHER })], [], { provider: 1440, books: 940 }],
  [
    'moved after in euros',
    [move({ ...OTHER, currency: 'eur', createdAt: noon(3) })],
    [],
    { provider: 940, books: 940 },
  ],
  ['booked within, never moved', [], [booking({ ...OTHERS })], { provider: 940, books: 1440 }],
])('balances at a moment: %s', (_, moves, booked, both) => {
  const inDollars = moves.filter(({ currency }) => currency === 'usd')
  const [moved, inBooks] = [inDollars.map(netOf), booked.map(({ net }) => net)].map((all) =>
    all.reduce((sum, one) => sum + one, 940),
  )
  expect(balancesAt(SPAN.until, { provider: Number(moved), books: Number(inBooks) }, moves, booked)).toEqual(both)
})

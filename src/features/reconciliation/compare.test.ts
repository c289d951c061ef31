import { expect, test } from 'vitest'
import type { BalanceMove } from '#src/features/payments/provider.ts'
import { type Booked, compare } from './compare.ts'

const day = (n: number) => new Date(Date.UTC(2026, 2, n))
const SPAN = { from: day(2), until: day(3) }
const noon = (n: number) => new Date(day(n).getTime() + 43_200_000)

const move = (more: Partial<BalanceMove> = {}): BalanceMove => ({
  ...{ id: 'txn', kind: 'charge', amount: 999, fee: 59, sourceId: 'ch_1', intentId: 'pi_1', createdAt: noon(2) },
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

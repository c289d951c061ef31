import { expect, test } from 'vitest'
import { payoutFailed, payoutReserved, payoutSent } from './payout-journals.ts'

// The numbers of docs/money.md.

const payout = { id: 'payout', creatorId: 'creator', amount: 1400, livemode: true }

test.each([
  {
    name: 'put aside',
    journal: payoutReserved(payout),
    expected: { creator_available: 1400, payout_reserved: -1400 },
  },
  { name: 'sent', journal: payoutSent(payout), expected: { payout_reserved: 1400, processor_clearing: -1400 } },
  {
    name: 'refused',
    journal: payoutFailed(payout, { wasSent: false }),
    expected: { payout_reserved: 1400, creator_available: -1400 },
  },
  {
    name: 'come back',
    journal: payoutFailed(payout, { wasSent: true }),
    expected: { processor_clearing: 1400, creator_available: -1400 },
  },
])('$name', ({ journal, expected }) => {
  expect(Object.fromEntries(journal.lines.map(({ kind, amount }) => [kind, amount]))).toEqual(expected)
  expect(journal.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
})

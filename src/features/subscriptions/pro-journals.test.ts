import { expect, test } from 'vitest'
import { proCharge, proClaimed, proFee, proReturned, proShared } from './pro-journals.ts'
import { poolOf, shareOut } from './pro-shares.ts'

// The numbers of docs/money.md.
const ONE = '01980000-0000-7000-8000-000000000001'
const TWO = '01980000-0000-7000-8000-000000000002'
const paid = { id: '01980000-0000-7000-8000-0000000000aa', amount: 900, livemode: false }
const amounts = ({ lines }: ReturnType<typeof proCharge>) => lines.map(({ kind, amount }) => [kind, amount])
const sum = ({ lines }: ReturnType<typeof proCharge>) => lines.reduce((total, { amount }) => total + amount, 0)

test('a month of Pro is followed from the card to the creators', () => {
  const shares = shareOut(poolOf(900), [
    { creatorId: ONE, people: 3 },
    { creatorId: TWO, people: 1 },
  ])
  const journals = [proCharge(paid), proFee(paid, 56), proShared('2026-03', false, 900, shares)]
  expect(journals.map(amounts)).toEqual([
    [
      ['processor_clearing', 900],
      ['pro_revenue', -900],
    ],
    [
      ['processor_fees', 56],
      ['processor_clearing', -56],
    ],
    [
      ['pro_revenue', 900],
      ['creator_available', -473],
      ['creator_available', -157],
      ['platform_revenue', -270],
    ],
  ])
  expect(journals.map(sum)).toEqual([0, 0, 0])
})

test.each(['refund', 'dispute'] as const)('a %s of Pro takes from what is shared, and gives it back', (kind) => {
  const claim = { id: '01980000-0000-7000-8000-0000000000bb', kind, amount: 400, fee: kind === 'dispute' ? 1500 : 0 }
  expect(amounts(proClaimed(claim, false))).toEqual([
    ['pro_revenue', 400],
    ['dispute_fees', claim.fee],
    ['processor_clearing', -400 - claim.fee],
  ])
  expect(amounts(proReturned(claim, false))).toEqual([
    ['processor_clearing', 400],
    ['pro_revenue', -400],
  ])
  expect([proClaimed(claim, false), proReturned(claim, false)].map(sum)).toEqual([0, 0])
})

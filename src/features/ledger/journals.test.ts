import { expect, test } from 'vitest'
import {
  charge,
  disputeLost,
  disputeOpened,
  disputeWon,
  fee,
  type Journal,
  refund,
  refundFailed,
  release,
} from './journals.ts'
import { sharesOf } from './shares.ts'

// The numbers of docs/money.md.

const sale = {
  ...{ id: 'sale', amount: 999, creatorShare: 700, claimed: 0, creatorId: 'creator', livemode: true, released: false },
}
const released = { ...sale, released: true }
const dispute = { id: 'dispute', amount: 999, creatorPart: 700, fee: 1500 }
const taxed = { ...sale, amount: 1189, tax: 190 }
const taxedDispute = { id: 'dispute', amount: 1189, creatorPart: 700, taxPart: 190 }

const postings = ({ lines }: Journal) => Object.fromEntries(lines.map(({ kind, amount }) => [kind, amount]))

test.each([
  {
    name: 'a charge',
    journal: charge(sale, sharesOf(999)),
    expected: { processor_clearing: 999, creator_pending: -700, platform_revenue: -299 },
  },
  {
    name: 'a tip',
    journal: charge({ ...sale, amount: 500, creatorShare: 350 }, sharesOf(500)),
    expected: { processor_clearing: 500, creator_pending: -350, platform_revenue: -150 },
  },
  { name: 'the fee of the card', journal: fee(sale, 59), expected: { processor_fees: 59, processor_clearing: -59 } },
  { name: 'the end of the hold', journal: release(sale), expected: { creator_pending: 700, creator_available: -700 } },
  {
    name: 'half of it back',
    journal: refund(released, { id: 'refund', amount: 500 }),
    expected: { creator_available: 350, platform_revenue: 150, processor_clearing: -500 },
  },
  {
    name: 'a refund that the bank refused',
    journal: refundFailed({ ...released, claimed: 500 }, { id: 'refund', amount: 500 }),
    expected: { creator_available: -350, platform_revenue: -150, processor_clearing: 500 },
  },
  {
    name: 'a dispute',
    journal: disputeOpened(sale, dispute),
    expected: {
      ...{ dispute_hold: 999, dispute_fees: 1500, processor_clearing: -2499, creator_pending: 700 },
      creator_held: -700,
    },
  },
  {
    name: 'a dispute that was won',
    journal: disputeWon({ ...sale, claimed: 999 }, dispute),
    expected: {
      ...{ processor_clearing: 999, dispute_hold: -999, creator_held: 700, creator_pending: -700 },
      platform_revenue: 0,
    },
  },
  {
    name: 'a dispute that was lost',
    journal: disputeLost({ ...sale, claimed: 999 }, dispute),
    expected: { creator_held: 700, platform_revenue: 299, dispute_hold: -999 },
  },
  {
    name: 'a refund of what is disputed already, which the creator has given',
    journal: refund({ ...sale, claimed: 999 }, { id: 'refund', amount: 999 }),
    expected: { creator_pending: 0, platform_revenue: 999, processor_clearing: -999 },
  },
  {
    name: 'a dispute with tax that was won, which leaves the tax owed',
    journal: disputeWon({ ...taxed, claimed: 1189 }, taxedDispute),
    expected: {
      ...{ processor_clearing: 1189, dispute_hold: -1189, creator_held: 700, creator_pending: -700 },
      platform_revenue: 0,
    },
  },
  {
    name: 'a dispute with tax that was lost, which gives the tax back',
    journal: disputeLost({ ...taxed, claimed: 1189 }, taxedDispute),
    expected: { creator_held: 700, platform_revenue: 299, dispute_hold: -1189, tax_payable: 190 },
  },
  {
    name: 'a refund with tax that the bank refused',
    journal: refundFailed({ ...taxed, claimed: 500 }, { id: 'refund', amount: 500 }),
    expected: { creator_pending: -294, platform_revenue: -127, processor_clearing: 500, tax_payable: -79 },
  },
])('$name', ({ journal, expected }) => {
  expect(postings(journal)).toEqual(expected)
  expect(journal.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
})

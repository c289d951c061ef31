import { expect, test } from 'vitest'
import { accountState, afterTransfer, mondayOf, nextMonday, type PayoutFacts, skipReason } from './payout-rules.ts'

const fine: PayoutFacts = {
  ...{ available: 1000, held: 0, account: 'ready', isOnHold: false, isSuspended: false, isUnderWay: false },
}

test.each([
  { what: 'ten dollars and a bank', more: {}, expected: null },
  { what: 'a cent less', more: { available: 999 }, expected: 'BELOW_MINIMUM' },
  { what: 'nothing', more: { available: 0 }, expected: 'BELOW_MINIMUM' },
  { what: 'what disputes hold', more: { available: 300, held: 700 }, expected: 'DISPUTE_HELD' },
  { what: 'what disputes hold and would not do', more: { available: 300, held: 699 }, expected: 'BELOW_MINIMUM' },
  { what: 'refunds of what was paid out', more: { available: -1, held: 5000 }, expected: 'NEGATIVE_BALANCE' },
  { what: 'no account', more: { account: 'none' }, expected: 'ONBOARDING_NEEDED' },
  { what: 'a form that was left', more: { account: 'unfinished' }, expected: 'ONBOARDING_NEEDED' },
  { what: 'an account that is asked for more', more: { account: 'restricted' }, expected: 'ACCOUNT_RESTRICTED' },
  { what: 'too little, and no account', more: { available: 1, account: 'none' }, expected: 'BELOW_MINIMUM' },
  { what: 'one that is under way', more: { available: -5, isUnderWay: true }, expected: 'UNDER_WAY' },
  { what: 'a suspended account', more: { isSuspended: true, isUnderWay: true }, expected: 'SUSPENDED' },
  { what: 'a hold, whatever else', more: { isOnHold: true, isSuspended: true }, expected: 'ADMIN_HOLD' },
])('with $what: $expected', ({ more, expected }) => {
  expect(skipReason({ ...fine, ...(more as Partial<PayoutFacts>) })).toBe(expected)
})

test('what an account is', () => {
  const states = [undefined, { ready: false, submitted: false }, { ready: false, submitted: true }]
  expect(states.map(accountState)).toEqual(['none', 'unfinished', 'restricted'])
  expect(accountState({ ready: true, submitted: true })).toBe('ready')
})

test.each([
  { at: '2026-11-23T00:00:00Z', monday: '2026-11-23', next: '2026-11-30' },
  { at: '2026-11-22T23:59:59Z', monday: '2026-11-16', next: '2026-11-23' },
  { at: '2026-11-29T23:59:59Z', monday: '2026-11-23', next: '2026-11-30' },
  { at: '2027-01-01T12:00:00Z', monday: '2026-12-28', next: '2027-01-04' },
])('the week of $at', ({ at, monday, next }) => {
  const days = [mondayOf(new Date(at)), nextMonday(new Date(at))].map((day) => day.toISOString())
  expect(days).toEqual([`${monday}T00:00:00.000Z`, `${next}T00:00:00.000Z`])
})

const SENT = { status: 'sending', transferId: 'tr' } as const
test.each([
  {
    what: 'the first answer',
    payout: { status: 'sending', transferId: null } as const,
    told: 'in_transit' as const,
    expected: { status: 'sending', books: ['payout_sent'] },
  },
  {
    what: 'one that arrived at once',
    payout: { status: 'sending', transferId: null } as const,
    told: 'paid' as const,
    expected: { status: 'paid', books: ['payout_sent'] },
  },
  {
    what: 'one that came back before anything was heard of it',
    payout: { status: 'sending', transferId: null } as const,
    told: 'failed' as const,
    expected: { status: 'failed', books: ['payout_sent', 'payout_failed'] },
  },
  { what: 'the same again', payout: SENT, told: 'in_transit' as const, expected: null },
  { what: 'its arrival', payout: SENT, told: 'paid' as const, expected: { status: 'paid', books: [] } },
  {
    what: 'its return',
    payout: SENT,
    told: 'failed' as const,
    expected: { status: 'failed', books: ['payout_failed'] },
  },
  {
    what: 'the return of what had arrived',
    payout: { status: 'paid', transferId: 'tr' } as const,
    told: 'failed' as const,
    expected: { status: 'failed', books: ['payout_failed'] },
  },
  {
    what: 'an old answer after its arrival',
    payout: { status: 'paid', transferId: 'tr' } as const,
    told: 'in_transit' as const,
    expected: null,
  },
  {
    what: 'an old answer after its return',
    payout: { status: 'failed', transferId: 'tr' } as const,
    told: 'paid' as const,
    expected: null,
  },
])('after $what', ({ payout, told, expected }) => {
  expect(afterTransfer(payout, { status: told })).toEqual(expected)
})

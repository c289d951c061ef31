import { expect, test } from 'vitest'
import { SKIP_REASONS } from './payout-rules.ts'
import { shortWhy } from './payout-words.ts'

test('admins read words for every reason', () => {
  expect([...SKIP_REASONS, 'REFUSED', 'RETURNED'].filter((reason) => shortWhy(reason) === reason)).toEqual([])
  expect(shortWhy('DISPUTE_HELD')).toBe('Held for disputes')
})

import { expect, test } from 'vitest'
import { fairShare, MOST_ACCOUNTS, PLACES } from './fair-share.ts'

test.each([
  ['nobody has runs in the queue', 0, 25],
  ['one account floods it', 1, 25],
  ['two do', 2, 25],
  ['three', 3, 22],
  ['four', 4, 18],
  ['twenty', 20, 4],
  ['forty', 40, 2],
  ['a thousand', 1000, 2],
])('%s', (_title, accounts, share) => {
  expect(fairShare(accounts)).toBe(share)
})

test('as long as each may have more than the least, ten places are left for who comes next', () => {
  const left = (accounts: number) => PLACES.all - (accounts + 1) * fairShare(accounts)
  expect(Array.from({ length: 28 }, (_, index) => left(index + 2)).filter((places) => places < 10)).toEqual([])
})

test('beyond the most that are counted nothing changes', () => {
  expect(fairShare(MOST_ACCOUNTS)).toBe(fairShare(MOST_ACCOUNTS + 1000))
})

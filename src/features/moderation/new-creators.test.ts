import { expect, test } from 'vitest'
import { afterPublication } from './new-creators.ts'

test.each([
  [{ approved: 0, refusedLately: false, hints: 0 }, 'look'],
  [{ approved: 2, refusedLately: false, hints: 0 }, 'look'],
  [{ approved: 3, refusedLately: false, hints: 0 }, 'nothing'],
  [{ approved: 9, refusedLately: false, hints: 0, isRefused: true }, 'look'],
  [{ approved: 3, refusedLately: true, hints: 0 }, 'look'],
  [{ approved: 0, refusedLately: false, hints: 1 }, 'hold'],
  [{ approved: 3, refusedLately: false, hints: 2 }, 'look'],
  [{ approved: 9, refusedLately: true, hints: 1 }, 'hold'],
] as const)('%j: %s', (record, then) => {
  expect(afterPublication({ isRefused: false, ...record })).toBe(then)
})

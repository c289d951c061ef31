import { expect, test } from 'vitest'
import { afterCheck } from './after-check.ts'

test.each([
  ['the first bad day', 0, false, false, { badDays: 1, label: null }],
  ['the second', 1, false, false, { badDays: 2, label: null }],
  ['the third', 2, false, false, { badDays: 3, label: 'set' }],
  ['a bad day under the label', 3, true, false, { badDays: 4, label: null }],
  ['a good day', 0, false, true, { badDays: 0, label: null }],
  ['a good day after two bad ones', 2, false, true, { badDays: 0, label: null }],
  ['a good day under the label', 5, true, true, { badDays: 0, label: 'clear' }],
] as const)('%s', (_, badDays, isUnderMaintenance, isGood, expected) => {
  expect(afterCheck({ badDays, isUnderMaintenance }, isGood)).toEqual(expected)
})

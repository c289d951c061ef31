import { expect, test } from 'vitest'
import { roved, typedAhead } from './roving.ts'

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 2],
  ['ArrowUp', -1, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['ArrowRight', 0, undefined],
  ['a', 0, undefined],
] as const)('%s at %i of three leads to %s', (key, at, expected) => {
  expect(roved(key, at, 3)).toBe(expected)
})

test('a horizontal list listens to left and right only', () => {
  expect(roved('ArrowRight', 2, 3, 'horizontal')).toBe(0)
  expect(roved('ArrowLeft', 0, 3, 'horizontal')).toBe(2)
  expect(roved('ArrowDown', 0, 3, 'horizontal')).toBeUndefined()
})

test('an empty list leads nowhere', () => {
  expect(roved('ArrowDown', -1, 0)).toBeUndefined()
})

const LABELS = ['Clone', 'Copy', 'Report', 'Cancel']

test.each([
  ['c', 0, 1],
  ['c', 1, 3],
  ['c', 3, 0],
  ['cc', 0, 1],
  ['co', 0, 1],
  ['R', 0, 2],
  ['x', 0, undefined],
])('typing %s at %i leads to %s', (typed, at, expected) => {
  expect(typedAhead(LABELS, typed, at)).toBe(expected)
})

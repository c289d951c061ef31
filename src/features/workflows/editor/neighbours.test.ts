import { expect, test } from 'vitest'
import { billReceived } from '../starter-workflow.ts'
import { neighbour } from './neighbours.ts'

test.each([
  ['n_tip', 'before', 'n_bill'],
  ['n_tip', 'after', 'n_large'],
  ['n_bill', 'before', undefined],
  ['n_split', 'below', 'n_pay'],
  ['n_pay', 'above', 'n_split'],
  ['n_split', 'above', undefined],
  ['n_large', 'below', 'n_pay'],
  ['gone', 'after', undefined],
] as const)('from %s the step %s is %s', (id, direction, found) => {
  expect(neighbour(billReceived, id, direction)).toBe(found)
})

test('of two that follow, the nearer one', () => {
  expect(neighbour(billReceived, 'n_large', 'after')).toBe('n_split')
})

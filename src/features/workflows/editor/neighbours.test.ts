import { expect, test } from 'vitest'
import { billReceived } from '../starter-workflow.ts'
import { neighbour, rowBeside } from './neighbours.ts'
import { outlineOf } from './outline.ts'

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

test('in the outline, arrows up and down walk its rows from end to end, although all steps stand in one line', () => {
  const level = {
    ...billReceived,
    nodes: billReceived.nodes.map((node) => ({ ...node, position: { ...node.position, y: 0 } })),
  }
  const rows = outlineOf(level).map(({ node }) => node.id)
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.map((id) => rowBeside(level, id, 'below'))).toEqual([...rows.slice(1), undefined])
  expect(rows.map((id) => rowBeside(level, id, 'above'))).toEqual([undefined, ...rows.slice(0, -1)])
  expect(rowBeside(level, 'gone', 'below')).toBeUndefined()
})

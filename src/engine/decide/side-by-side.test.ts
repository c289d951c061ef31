import { expect, test } from 'vitest'
import { sideBySide } from './side-by-side.ts'

const node = (touches: boolean, ...from: number[]) => ({
  touches,
  incoming: from.map((place) => ({ from: place, port: 'out' })),
})

test.each([
  ['a chain', [node(false), node(true, 0), node(true, 1)], undefined],
  ['a fork of pure steps', [node(false), node(false, 0), node(true, 0)], undefined],
  ['a fork of two with side effects', [node(false), node(true, 0), node(true, 0)], [[], [0], [0]]],
  ['a fork that joins again', [node(false), node(true, 0), node(true, 0), node(true, 1, 2)], [[], [0], [0], [0, 1, 2]]],
  ['two that both lead to a third', [node(true), node(true), node(false, 0, 1)], [[], [], [0, 1]]],
  ['a way around', [node(true), node(true, 0), node(true, 0, 1)], undefined],
])('%s', (_name, nodes, expected) => {
  expect(sideBySide(nodes)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { sideBySide } from './side-by-side.ts'

const node = (touches: boolean, ...from: number[]) => ({
  ...{ touches, disabled: false, joinsEarly: false },
  incoming: from.map((place) => ({ from: place, port: 'out' })),
})

const off = (...from: number[]) => ({ ...node(false, ...from), disabled: true })
const early = (...from: number[]) => ({ ...node(false, ...from), joinsEarly: true })

test.each([
  ['a chain', [node(false), node(true, 0), node(true, 1)], undefined],
  ['a fork of pure steps', [node(false), node(false, 0), node(true, 0)], undefined],
  ['a fork of two with side effects', [node(false), node(true, 0), node(true, 0)], [[], [0], [0]]],
  ['a fork that joins again', [node(false), node(true, 0), node(true, 0), node(true, 1, 2)], [[], [0], [0], [0, 1, 2]]],
  ['two that both lead to a third', [node(true), node(true), node(false, 0, 1)], [[], [], [0, 1]]],
  ['one behind a step that does not lead to it', [node(false), node(true, 0), node(false, 0)], [[], [0], [0]]],
  ['one before such a step', [node(false), node(false, 0), node(true, 0)], undefined],
  ['one that needs what was done', [node(false), node(true, 0), node(false, 1)], undefined],
  ['one that is passed by', [node(false), node(true, 0), off(0)], undefined],
  [
    'one that goes on with the first',
    [node(false), node(true, 0), node(false, 0), early(1, 2)],
    [[], [0], [0], [0, 1, 2]],
  ],
  ['one that nothing but one step leads to', [node(false), node(true, 0), early(1)], undefined],
  ['a way around', [node(true), node(true, 0), node(true, 0, 1)], undefined],
])('%s', (_name, nodes, expected) => {
  expect(sideBySide(nodes)).toEqual(expected)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxOf, overlap } from './boxes.ts'
import { anyGraph, graphOf, step } from './graph.fixture.ts'
import { overlaid } from './overlay.ts'

const at = (x: number, y: number) => ({ position: { x, y } })

test('what is gone stands where it stood, or below what stands there now', () => {
  const before = graphOf(
    [step('a', at(0, 0)), step('gone', at(312, 0)), step('far', at(900, 0))],
    ['a gone', 'gone far'],
  )
  const after = graphOf([step('a', at(0, 0)), step('new', at(312, 0))], ['a new'])
  const both = overlaid(before, after)
  expect(both.nodes.map(({ id, position }) => [id, position])).toEqual([
    ['a', { x: 0, y: 0 }],
    ['new', { x: 312, y: 0 }],
    ['gone', { x: 312, y: 120 }],
    ['far', { x: 904, y: 0 }],
  ])
  expect(both.edges).toEqual([...after.edges, ...before.edges])
})

test('everything of both is there once, and what was added to a workflow covers nothing', () => {
  fc.assert(
    fc.property(anyGraph, anyGraph, (before, after) => {
      const both = overlaid(before, after)
      const ids = both.nodes.map(({ id }) => id)
      expect(new Set(ids)).toEqual(new Set([...before.nodes, ...after.nodes].map(({ id }) => id)))
      expect(both.nodes.slice(0, after.nodes.length)).toEqual(after.nodes)
      const boxes = both.nodes.map((node) => boxOf(node))
      boxes.forEach((box, place) => {
        if (place >= after.nodes.length) expect(boxes.slice(0, place).some((one) => overlap(one, box))).toBe(false)
      })
    }),
  )
})

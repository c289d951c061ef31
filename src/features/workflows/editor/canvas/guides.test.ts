import { expect, test } from 'vitest'
import { guidesFor, isSameGuides } from './guides.ts'

const box = (x: number, y: number, height = 72) => ({ x, y, width: 240, height })

test('a line leads through the middles of boxes of one size, to the nearest', () => {
  expect(guidesFor(box(312, 0), [box(0, 0), box(-312, 0), box(624, 200)])).toEqual([
    { axis: 'y', at: 36, from: 0, to: 552 },
  ])
})

test('borders count where middles differ, and both ways at once', () => {
  expect(guidesFor(box(0, 200), [box(0, 0), box(400, 200, 144)])).toEqual([
    { axis: 'x', at: 120, from: 0, to: 272 },
    { axis: 'y', at: 200, from: 0, to: 640 },
  ])
})

test('what is nowhere flush has no lines', () => {
  expect(guidesFor(box(8, 8), [box(0, 0), box(312, 100)])).toEqual([])
  expect(guidesFor(box(0, 0), [])).toEqual([])
})

test('the same lines are known again', () => {
  const [line] = guidesFor(box(312, 0), [box(0, 0)])
  if (line === undefined) throw new Error('There is a line')
  expect(isSameGuides([line], [{ ...line }])).toBe(true)
  expect(isSameGuides([line], [{ ...line, to: 1 }])).toBe(false)
  expect(isSameGuides([line], [])).toBe(false)
})

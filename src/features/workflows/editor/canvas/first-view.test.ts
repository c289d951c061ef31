import { expect, test } from 'vitest'
import { firstView } from './first-view.ts'

const room = { width: 1000, height: 600 }
const first = { x: 0, y: 0, width: 240, height: 72 }

test('what fits is shown whole and in the middle, never larger than it is', () => {
  expect(firstView({ x: 0, y: 0, width: 600, height: 200 }, first, room)).toEqual({ zoom: 1, x: 200, y: 200 })
  expect(firstView({ x: -100, y: 50, width: 1170, height: 200 }, first, room)).toEqual({ zoom: 0.8, x: 112, y: 180 })
})

test('what fits so that its names can be read is shown whole too', () => {
  expect(firstView({ x: 0, y: 0, width: 1872, height: 200 }, first, room)).toEqual({ zoom: 0.5, x: 32, y: 250 })
})

test('what does not fit begins at its first step, large enough to read', () => {
  expect(firstView({ x: 0, y: 0, width: 9000, height: 200 }, first, room)).toEqual({ zoom: 0.7, x: 32, y: 274.8 })
})

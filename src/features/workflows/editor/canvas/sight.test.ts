import { expect, test } from 'vitest'
import { isCurveInSight, isSameSight, isStepInSight, sightOf } from './sight.ts'

const sight = sightOf({ transform: [0, 0, 1], width: 1024, height: 512 })
const step = (x: number, y: number) => ({ x, y, width: 240, height: 72 })

test('in sight is what is shown and what is around it', () => {
  expect(sight).toEqual({ x: -256, y: -256, width: 1536, height: 1024 })
  expect(sightOf({ transform: [-512, -256, 0.5], width: 1024, height: 512 })).toEqual({
    ...{ x: 512, y: 0, width: 3072, height: 2048 },
  })
})

test('a small move of the view leaves it as it is, a large one does not', () => {
  const moved = (x: number) => sightOf({ transform: [x, -30, 1], width: 1000, height: 450 })
  expect(isSameSight(moved(-30), moved(-200))).toBe(true)
  expect(isSameSight(moved(-30), moved(-300))).toBe(false)
})

test.each([
  ['with an end in it', step(600, 100), step(9000, 100), true],
  ['that passes through it', step(-9000, 100), step(9000, 100), true],
  ['that swings into it', step(1500, 100), step(1700, 100), true],
  ['to the right of it', step(2000, 100), step(2400, 100), false],
  ['below it', step(0, 900), step(400, 900), false],
])('a curve %s: %s', (_, from, to, seen) => {
  expect(isCurveInSight(from, to, sight)).toBe(seen)
  expect(isCurveInSight(to, from, sight)).toBe(seen)
})

test.each([
  ['in the middle', step(600, 100), true],
  ['whose names of ways reach into it', step(-800, 100), true],
  ['that reaches up into it with a mark', step(600, 1000), true],
  ['to the left of it', step(-900, 100), false],
  ['below it', step(600, 1200), false],
])('a step %s: %s', (_, box, seen) => {
  expect(isStepInSight(box, sight)).toBe(seen)
})

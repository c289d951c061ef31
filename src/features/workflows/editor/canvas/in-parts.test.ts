import { expect, test } from 'vitest'
import { STEP_SIZE } from '#src/lib/graph/boxes.ts'
import type { StepNode } from './flow-model.ts'
import { firstPart, MOST_AT_ONCE, nextPart } from './in-parts.ts'

const step = (index: number, x: number) => ({ id: `n${index}`, position: { x, y: 0 }, ...STEP_SIZE }) as StepNode
const steps = (count: number, xOf: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => step(index, xOf(index)))
/** Far to the right of the first steps. */
const sight = { x: 90_000, y: -500, width: 20_000, height: 1000 }
const before = steps(1000, (index) => index * 300)
const movedIn = (part: readonly StepNode[], goal: readonly StepNode[]) =>
  goal.flatMap((node, index) => (part[index] === node ? [index] : []))

test('few steps are drawn in one go, also among many that stay, and so is what is new', () => {
  const goal = before.map((node, index) => (index < MOST_AT_ONCE ? step(index, 5) : node))
  expect(firstPart(before, goal)).toBe(goal)
  expect(nextPart(before, goal, sight)).toBe(goal)
  expect(firstPart([], before)).toBe(before)
})

test('many wait for what has changed them; what is new is there at once, and what is gone is gone', () => {
  expect(
    firstPart(
      before,
      steps(1000, (index) => index * 300 + 40),
    ),
  ).toBe(before)
  const goal = [...steps(999, (index) => index * 300 + 8), step(2000, 0)]
  const part = firstPart(before, goal)
  expect(part.map((node, index) => node === (goal[index]?.id === 'n2000' ? goal : before)[index])).toEqual(
    goal.map(() => true),
  )
})

test('many are drawn in parts, those in sight first, until they are all where they belong', () => {
  const goal = steps(1000, (index) => index * 300 + 40)
  let part = nextPart(before, goal, sight)
  const moved = movedIn(part, goal)
  expect(moved).toHaveLength(MOST_AT_ONCE)
  // 90,000 to 110,000 and what stands around a step: all of these are among the first.
  for (let index = 300; index < 366; index++) expect(moved).toContain(index)
  let parts = 1
  while (part !== goal && parts < 20) {
    part = nextPart(part, goal, sight)
    parts += 1
  }
  expect([part === goal, parts]).toEqual([true, 7])
})

test('what leaves the shown part is drawn with it', () => {
  const goal = steps(1000, (index) => -index * 300 - 500_000)
  expect(movedIn(nextPart(before, goal, sight), goal)).toContain(320)
})

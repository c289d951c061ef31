import { expect, test } from 'vitest'
import type { History } from '#src/lib/graph/history.ts'
import { chooseHistory, MAX_LEFT } from './left-histories.ts'

const NOTHING = { added: [], removed: [], changed: [] }
const step = (at: number) => ({
  ...{ label: 'Move', group: null, at },
  patch: { nodes: NOTHING, edges: NOTHING },
})
const left = (page: string, past: number[], { isOpen = false, future = [] as number[] } = {}) => {
  const history: History = { past: past.map(step), future: future.map(step) }
  return { page, history, isOpen }
}
const choice = (...[lefts, before]: Parameters<typeof chooseHistory>) => {
  const { chosen, dropped } = chooseHistory(lefts, before)
  return [chosen?.page, dropped.map(({ page }) => page)]
}

test('a tab goes on with its own history, which then is that of its new page', () => {
  const lefts = [left('other', [1, 9]), left('before', [1, 2]), left('open', [8], { isOpen: true })]
  expect(choice(lefts, 'before')).toEqual(['before', ['before']])
})

test('a tab that was doubled begins with the same, and takes nothing away', () => {
  expect(choice([left('before', [1], { isOpen: true }), left('gone', [2])], 'before')).toEqual(['before', []])
})

test('a new tab goes on with what was changed last of pages that are gone, never with what another one has', () => {
  const undoneLast = left('undone', [1], { future: [7, 3] })
  const lefts = [left('old', [2, 5]), undoneLast, left('idle', []), left('open', [9], { isOpen: true })]
  expect(choice(lefts, null)).toEqual(['undone', []])
  expect(choice([left('open', [9], { isOpen: true })], 'forgotten')).toEqual([undefined, []])
})

test('of pages that are gone the last few stay', () => {
  const lefts = Array.from({ length: MAX_LEFT + 2 }, (_, at) => left(`page ${at}`, [at + 1]))
  expect(choice(lefts, null)).toEqual([`page ${MAX_LEFT + 1}`, ['page 1', 'page 0']])
})

import { expect, test } from 'vitest'
import { chooseHistory, MAX_LEFT } from './left-histories.ts'

const left = (page: string, changedAt: number, { isOpen = false } = {}) => ({ page, changedAt, isOpen })
const choice = (...[lefts, before]: Parameters<typeof chooseHistory>) => {
  const { chosen, dropped } = chooseHistory(lefts, before)
  return [chosen?.page, dropped.map(({ page }) => page)]
}

test('a tab goes on with its own history, which then is that of its new page', () => {
  const lefts = [left('other', 9), left('before', 2), left('open', 8, { isOpen: true })]
  expect(choice(lefts, 'before')).toEqual(['before', ['before']])
})

test('a tab that was doubled begins with the same, and takes nothing away', () => {
  expect(choice([left('before', 1, { isOpen: true }), left('gone', 2)], 'before')).toEqual(['before', []])
})

test('a new tab goes on with what was changed last of pages that are gone, never with what another one has', () => {
  const lefts = [left('old', 5), left('last', 7), left('idle', 0), left('open', 9, { isOpen: true })]
  expect(choice(lefts, null)).toEqual(['last', []])
  expect(choice([left('open', 9, { isOpen: true })], 'forgotten')).toEqual([undefined, []])
})

test('of pages that are gone the last few stay', () => {
  const lefts = Array.from({ length: MAX_LEFT + 2 }, (_, at) => left(`page ${at}`, at + 1))
  expect(choice(lefts, null)).toEqual([`page ${MAX_LEFT + 1}`, ['page 1', 'page 0']])
})

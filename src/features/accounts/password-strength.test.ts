import { expect, test } from 'vitest'
import { strengthLevel, strengthScore } from './password-strength.ts'

// Score and levels: the product's specification, section 5.
test.each([
  ['', 0, 1],
  ['a', 1, 1],
  ['aaaaaaa', 1, 1],
  ['aaaaaaaa', 2, 1],
  ['aaaaaaaA', 3, 2],
  ['aaaaaaA1', 4, 2],
  ['aaaaaA1!', 5, 3],
  ['aaaaaaaaaaaa', 3, 2],
  ['aaaaaaaaaaA1', 5, 3],
  ['aaaaaaaaaA1!', 6, 4],
  ['A1!', 3, 2],
  ['            ', 3, 2],
  ['ÄÖÜäöü12 345', 6, 4],
])('%j has %d points and level %d', (password, score, level) => {
  expect(strengthScore(password)).toBe(score)
  expect(strengthLevel(password)).toBe(level)
})

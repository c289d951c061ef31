import { expect, test } from 'vitest'
import { themeIn } from './theme.ts'

test.each([
  [{ theme: 'dark' }, 'dark'],
  [{ theme: 'light' }, 'light'],
  [{ theme: 'auto' }, 'system'],
  [{ theme: ['dark', 'light'] }, 'system'],
  [{}, 'system'],
  [null, 'system'],
])('a frame that asks for %j is %s', (query, theme) => {
  expect(themeIn(query)).toBe(theme)
})

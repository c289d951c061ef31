import { expect, test } from 'vitest'
import { splitLinks } from './split-links.ts'

test('addresses become parts of their own', () => {
  expect(splitLinks('Confirm:\nhttp://localhost:3000/auth?mode=verify#token=a-b_c\n\nBye')).toEqual([
    { text: 'Confirm:\n', isLink: false, at: 0 },
    { text: 'http://localhost:3000/auth?mode=verify#token=a-b_c', isLink: true, at: 9 },
    { text: '\n\nBye', isLink: false, at: 59 },
  ])
  expect(splitLinks('javascript:alert(1)')).toEqual([{ text: 'javascript:alert(1)', isLink: false, at: 0 }])
  expect(splitLinks('')).toEqual([])
})

import { expect, test } from 'vitest'
import { detailsText } from './audit-details.ts'

test.each([
  [{ case: 'c', ground: null, reason: '' }, 'case: c'],
  [{ rows: 0, complete: false }, 'rows: 0 · complete: false'],
  [{ from: { role: 'user' }, to: ['admin'] }, 'from: {"role":"user"} · to: ["admin"]'],
  [{}, ''],
])('the details %j read “%s”', (details, expected) => {
  expect(detailsText(details)).toBe(expected)
})

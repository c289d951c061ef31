import { expect, test } from 'vitest'
import { seededBytes } from '#src/lib/random.ts'
import { newReference } from './reference.ts'

test('a reference has eight signs that nobody mistakes for others', () => {
  const bytes = seededBytes('reference')
  const made = Array.from({ length: 500 }, () => newReference(bytes))
  for (const reference of made) expect(reference).toMatch(/^R-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(new Set(made).size).toBe(500)
})

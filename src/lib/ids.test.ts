import { expect, test } from 'vitest'
import { isUuid, uuidv7 } from './ids.ts'

// RFC 9562, appendix A.6: the timestamp 2022-02-22T19:22:22Z is 0x017F22E279B0.
test('the time of RFC 9562 appendix A.6 leads the id', () => {
  const id = uuidv7(0x017f22e279b0)
  expect(id.slice(0, 15)).toBe('017f22e2-79b0-7')
  expect('89ab').toContain(id[19])
  expect(isUuid(id)).toBe(true)
})

test('a slug is no id', () => {
  expect(isUuid('tip-calculator')).toBe(false)
})

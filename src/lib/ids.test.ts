import { expect, test } from 'vitest'
import { isUuid, uuidv7 } from './ids.ts'

// RFC 9562, appendix A.6: the timestamp 2022-02-22T19:22:22Z is 0x017F22E279B0.
test('the time of RFC 9562 appendix A.6 leads the id', () => {
  const id = uuidv7(0x017f22e279b0)
  expect(id.slice(0, 15)).toBe('017f22e2-79b0-7')
  expect('89ab').toContain(id[19])
  expect(isUuid(id)).toBe(true)
})

test('ids of one millisecond are in their order, also when more are made than can be counted', () => {
  const now = 0x017f22e279b0 + 60_000
  const ids = Array.from({ length: 10_000 }, () => uuidv7(now))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids[0]?.slice(0, 13)).toBe('017f22e3-6410')
})

test('a clock that goes back a little is waited for, one that was put back is believed', () => {
  const now = 0x017f22e279b0 + 3_600_000
  const [first, behind, putBack] = [now, now - 5000, now - 60_000].map((at) => uuidv7(at)) as [string, string, string]
  expect([first < behind, behind.slice(0, 13)]).toEqual([true, first.slice(0, 13)])
  expect(Number.parseInt(putBack.replace('-', '').slice(0, 12), 16)).toBe(now - 60_000)
})

test('a slug is no id', () => {
  expect(isUuid('tip-calculator')).toBe(false)
})

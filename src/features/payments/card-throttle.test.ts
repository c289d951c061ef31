import { expect, test } from 'vitest'
import { createCardThrottle } from './card-throttle.ts'

const MINUTE = 60_000

test('six cards a minute, then half an hour without', () => {
  const { take } = createCardThrottle()
  const who = { userId: 'a', address: '1.1.1.1' }
  for (let n = 0; n < 6; n += 1) expect(take(who, 1000 * n)).toBe(0)
  expect(take(who, 6000)).toBe(1800)
  expect(take(who, 6000 + 29 * MINUTE)).toBe(60)
  // Another address does not help, and another person there is not held back.
  expect(take({ ...who, address: '2.2.2.2' }, 7000)).toBe(1799)
  expect(take({ ...who, userId: 'b' }, 7000)).toBe(0)
  expect(take(who, 6000 + 30 * MINUTE)).toBe(0)
})

test('twenty an hour', () => {
  const { take } = createCardThrottle()
  const who = { userId: 'a', address: '1.1.1.1' }
  for (let n = 0; n < 20; n += 1) expect(take(who, n * 2 * MINUTE)).toBe(0)
  expect(take(who, 40 * MINUTE)).toBe(1800)
})

test('an address with many accounts is held back too', () => {
  const { take } = createCardThrottle()
  for (let n = 0; n < 60; n += 1) expect(take({ userId: `${n}`, address: '1.1.1.1' }, n)).toBe(0)
  expect(take({ userId: 'next', address: '1.1.1.1' }, 100)).toBe(1800)
})

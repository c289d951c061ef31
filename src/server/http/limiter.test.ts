import { expect, test } from 'vitest'
import { createLimiter } from './limiter.ts'

test('the third call of a rate of 2/min waits until the window ends', () => {
  const limiter = createLimiter()
  expect(limiter.take('2/min', 'ada', 0)).toBe(0)
  expect(limiter.take('2/min', 'ada', 10_000)).toBe(0)
  expect(limiter.take('2/min', 'ada', 20_000)).toBe(40)
  expect(limiter.take('2/min', 'ada', 60_000)).toBe(0)
})

test('keys and rates do not share a window', () => {
  const limiter = createLimiter()
  expect(limiter.take('1/s', 'ada', 0)).toBe(0)
  expect(limiter.take('1/s', 'bob', 0)).toBe(0)
  expect(limiter.take('1/h', 'ada', 0)).toBe(0)
  expect(limiter.take('1/s', 'ada', 0)).toBe(1)
})

test('of a flood of keys the latest are remembered', () => {
  const limiter = createLimiter()
  for (let i = 0; i <= 60_000; i++) limiter.take('1/h', `key ${i}`, 0)
  expect(limiter.take('1/h', 'key 60000', 0)).toBe(3600)
  expect(limiter.take('1/h', 'key 0', 0)).toBe(0)
})

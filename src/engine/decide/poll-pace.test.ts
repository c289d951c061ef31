import { expect, test } from 'vitest'
import { CALM_AFTER, pollPace } from './poll-pace.ts'

test('the queue is looked into often until nothing was found in it for five seconds', () => {
  expect([0, 4, 5, 6].map(pollPace)).toEqual([50, 50, 200, 200])
  expect(CALM_AFTER).toBe(5)
})

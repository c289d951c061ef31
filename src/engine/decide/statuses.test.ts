import { expect, test } from 'vitest'
import { canCancel, isFinal, RUN_STATUSES } from './statuses.ts'

test('a run ends in one of three ways and can be cancelled until then', () => {
  expect(RUN_STATUSES.filter(isFinal)).toEqual(['succeeded', 'failed', 'cancelled'])
  expect(RUN_STATUSES.filter(canCancel)).toEqual(['queued', 'running', 'waiting'])
})

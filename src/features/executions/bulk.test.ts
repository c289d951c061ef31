import { expect, test } from 'vitest'
import { meantText, partsOf, progressText } from './bulk.ts'

test('without a state, what failed is retried, and what goes on is cancelled', () => {
  const key = 'order-7'
  const statuses = (action: 'retry' | 'cancel') => partsOf(action, { key }).map(({ filter }) => filter)
  expect(statuses('retry')).toEqual([{ key, status: 'failed' }])
  expect(statuses('cancel')).toEqual([
    { key, status: 'queued' },
    { key, status: 'running' },
    { key, status: 'waiting' },
  ])
})

test('a state that is asked for is taken as it is; what succeeded begins at its start', () => {
  expect(partsOf('retry', { status: 'cancelled' })).toEqual([
    { action: 'retry', from: 'failed', version: 'same', again: false, filter: { status: 'cancelled' } },
  ])
  expect(partsOf('retry', { status: 'succeeded' }, true)[0]).toMatchObject({ from: 'start', again: true })
})

test('progress is told in words', () => {
  expect(progressText('retry', { done: 1200, leftOut: 0 })).toBe('1,200 retried')
  expect(progressText('cancel', { done: 0, leftOut: 2 })).toBe('0 cancelled, 2 left out')
})

test('how many are meant is said before it is done', () => {
  expect(meantText(1, '')).toBe('1 execution of this workflow is meant.')
  expect(meantText(1200, 'failed')).toBe('1,200 executions of this workflow are meant: failed.')
  expect(meantText(10_000, '')).toBe('10,000 executions or more of this workflow are meant.')
})

import { expect, test } from 'vitest'
import { type Abandoned, afterTakeover, type Takeover } from './takeover.ts'

const cases: [string, Partial<Abandoned>, Takeover][] = [
  ['its process died in the middle', {}, 'requeue'],
  ['its process died before its first wait', { durable: 'missing' }, 'enqueue'],
  ['it waits for a process, maybe of an older version', { durable: 'enqueued' }, 'requeue'],
  ['another process has just begun with it', { durable: 'running-elsewhere' }, 'leave'],
  ['an error kept it from going on', { durable: 'broken' }, 'requeue'],
  ['the fifth such error gives up', { durable: 'broken', recoveries: 5 }, 'give-up'],
  ['the durable queue is done with it', { durable: 'ended' }, 'lost'],
  ['the fourth takeover goes on', { recoveries: 4 }, 'requeue'],
  ['the fifth gives up', { recoveries: 5 }, 'give-up'],
  ['the fifth, never started', { recoveries: 5, durable: 'missing' }, 'give-up'],
  ['somebody wanted to end it', { cancelRequested: true }, 'cancel'],
  ['to be ended although another has begun', { cancelRequested: true, durable: 'running-elsewhere' }, 'cancel'],
]

test.each(cases)('%s', (_title, changes, expected) => {
  expect(afterTakeover({ recoveries: 1, cancelRequested: false, durable: 'abandoned', ...changes })).toBe(expected)
})

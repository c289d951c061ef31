import { expect, test } from 'vitest'
import { counterDue, serviceHours } from './service-clock.ts'

test.each([
  [{ kind: 'review' }, 48],
  [{ kind: 'reply' }, 48],
  [{ kind: 'appeal' }, 168],
  [{ kind: 'tool', isHeld: true }, 24],
  [{ kind: 'tool', isHeld: false }, 72],
  [{ kind: 'report', ground: 'malware' }, 4],
  [{ kind: 'report', ground: 'offensive' }, 24],
  [{ kind: 'report', ground: 'copyright' }, 24],
  [{ kind: 'report', ground: 'spam' }, 72],
  [{ kind: 'report', ground: 'misleading' }, 72],
  [{ kind: 'report', ground: 'other' }, 72],
] as const)('%j is to be decided within %i hours', (question, hours) => {
  expect(serviceHours(question)).toBe(hours)
})

test.each([
  // Monday 23 November 2026.
  ['2026-11-23T09:30:00Z', '2026-11-25T12:00:00Z', '2026-11-25T12:00:00.000Z'],
  ['2026-11-23T09:30:00Z', '2026-11-23T09:30:00Z', '2026-12-11T09:30:00.000Z'],
  ['2026-11-23T09:30:00Z', '2026-06-01T12:00:00Z', '2026-12-11T09:30:00.000Z'],
])('a counter-claim opened again on %s, of which the law says %s, is to be decided by %s', (now, restoreBy, due) => {
  expect(counterDue(new Date(restoreBy), new Date(now)).toISOString()).toBe(due)
})

import { expect, test } from 'vitest'
import { serviceHours } from './service-clock.ts'

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

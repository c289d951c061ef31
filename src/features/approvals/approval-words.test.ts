import { expect, test } from 'vitest'
import { personText, stateText } from './approval-words.ts'

test.each([
  ['open', 'approve', 'You approved. Others are still to decide.'],
  ['rejected', 'approve', 'You approved. It was rejected.'],
  ['approved', null, 'It was approved.'],
  ['ended', null, 'It is no longer open.'],
] as const)('%s, own decision %s: %s', (state, decision, text) => expect(stateText({ state, decision })).toBe(text))

test.each([
  [null, null, 'Has not decided'],
  ['approve', null, 'Approved'],
  ['reject', 'Too dear', 'Rejected: Too dear'],
] as const)('%s because of %s: %s', (decision, reason, text) =>
  expect(personText({ email: 'ada@example.com', name: 'Ada', decidedAt: null, decision, reason })).toBe(text),
)

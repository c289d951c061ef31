import { expect, test } from 'vitest'
import { decisionsTogether, likelyGround, misfitOf, refusalOf } from './decisions.ts'
import { CASE_DECISIONS, CASE_KINDS } from './moderation.schema.ts'

test('what can be decided about what', () => {
  const allowed = CASE_KINDS.map((kind) => [
    kind,
    ...CASE_DECISIONS.filter((decision) => misfitOf(kind, { decision, ground: 'spam', reason: 'x' }) === null),
  ])
  expect(allowed).toEqual([
    ['review', 'approve', 'hide'],
    ['reply', 'approve', 'hide'],
    ['report', 'approve', 'hide', 'remove'],
    ['appeal', 'restore', 'uphold'],
    ['tool', 'approve', 'hide', 'remove'],
    ['counter', 'restore', 'uphold'],
    ['suspension'],
  ])
})

test.each([
  [[], []],
  [
    ['review', 'tool', 'report', 'reply'],
    ['approve', 'hide'],
  ],
  [
    ['appeal', 'counter'],
    ['restore', 'uphold'],
  ],
  [
    ['appeal', 'tool'],
    ['approve', 'hide', 'restore', 'uphold'],
  ],
] as const)('of %j can be decided together: %j', (kinds, decisions) => {
  expect(decisionsTogether(kinds.map((kind) => ({ kind })))).toEqual(decisions)
})

test.each([
  ['review', { decision: 'approve', reason: '' }, undefined],
  ['report', { decision: 'approve', reason: '' }, undefined],
  ['appeal', { decision: 'restore', reason: '' }, undefined],
  ['appeal', { decision: 'uphold', reason: '' }, 'reason'],
  ['review', { decision: 'hide', reason: 'x' }, 'ground'],
  ['review', { decision: 'hide', ground: 'spam', reason: '' }, 'reason'],
  ['report', { decision: 'remove', reason: 'x' }, 'ground'],
  ['report', { decision: 'restore', reason: 'x' }, 'decision'],
] as const)('%s, %j lacks %s', (kind, judgement, field) => {
  expect(misfitOf(kind, judgement)?.field).toBe(field)
})

const SPAM = { kind: 'spam', where: 'title', excerpt: 'buy now' } as const
const REPORT = { reference: 'R-1', reason: 'offensive', details: '', run: null, reporter: null, createdAt: '' } as const
test.each([
  [{ reports: [], hints: [] }, 'other'],
  [{ reports: [], hints: [SPAM] }, 'spam'],
  [{ reports: [], hints: [{ ...SPAM, kind: 'copied' as const }, SPAM] }, 'copyright'],
  [{ reports: [REPORT], hints: [SPAM] }, 'offensive'],
])('of %j the ground is likely %s', (about, ground) => {
  expect(likelyGround(about)).toBe(ground)
})

const NOW = new Date('2026-11-22T12:00:00Z')
const FREE = {
  closed: false,
  revision: 2,
  claimedBy: null,
  claimedAt: null,
  personId: 'person',
  ownerId: 'owner',
  isReporter: false,
  proposedBefore: null,
  decidedBefore: null,
}
const attempt = (standing: object, more: object = {}) =>
  refusalOf({
    standing: { ...FREE, ...standing },
    moderatorId: 'me',
    revision: 2,
    now: NOW,
    claimMs: 30 * 60_000,
    hasColleague: true,
    hasBystander: true,
    ...more,
  })

test.each([
  ['free', {}, {}, null],
  ['decided meanwhile', { closed: true }, {}, 'decided'],
  ['about oneself', { personId: 'me' }, {}, 'own'],
  ['about one’s own tool', { ownerId: 'me' }, {}, 'own'],
  ['about one’s own tool where there is nobody else', { ownerId: 'me' }, { hasColleague: false }, null],
  ['about what one has reported', { isReporter: true }, {}, 'reported'],
  ['the same where there is nobody else to decide', { isReporter: true }, { hasColleague: false }, null],
  ['mine', { claimedBy: 'me', claimedAt: NOW }, {}, null],
  ['taken by somebody', { claimedBy: 'other', claimedAt: new Date('2026-11-22T11:31:00Z') }, {}, 'claimed'],
  ['taken half an hour ago', { claimedBy: 'other', claimedAt: new Date('2026-11-22T11:30:00Z') }, {}, null],
  ['another text than the one that was read', {}, { revision: 1 }, 'changed'],
  ['an appeal against one’s own decision', { decidedBefore: 'me' }, {}, 'another-eye'],
  ['the same where there is nobody else', { decidedBefore: 'me' }, { hasColleague: false }, null],
  [
    'an appeal against what one has proposed oneself',
    { proposedBefore: 'me', decidedBefore: 'other' },
    {},
    'another-eye',
  ],
  [
    'the same where there is only who decided',
    { proposedBefore: 'me', decidedBefore: 'other' },
    { hasBystander: false },
    null,
  ],
  ['an appeal against a colleague’s decision', { decidedBefore: 'other' }, {}, null],
])('%s', (_, standing, more, refusal) => {
  expect(attempt(standing, more)).toBe(refusal)
})

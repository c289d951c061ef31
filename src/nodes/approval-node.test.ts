import { expect, test, vi } from 'vitest'
import type { Ask } from '#src/sdk/define-node.ts'
import { approval } from './approval.node.ts'
import { checkConfig } from './check-config.ts'
import { parseAndRun } from './test-context.ts'

const config = { question: 'Pay 12 €?', approvers: 'Ada@example.com, bob@example.com ada@example.com' }

test('people are asked, and the run waits for them as long as they have', async () => {
  vi.useFakeTimers({ now: Date.parse('2027-01-31T12:00:00Z') })
  const asked: Ask[] = []
  const ask = async (one: Ask) => {
    asked.push(one)
    return { until: '2027-02-03T11:59:00.000Z' }
  }
  const result = await parseAndRun(approval, { ...config, needed: 2 }, { ask }).finally(() => vi.useRealTimers())
  expect(asked).toEqual([
    {
      ...{ question: 'Pay 12 €?', details: '', needed: 2, veto: true },
      approvers: ['ada@example.com', 'bob@example.com'],
      until: '2027-02-03T12:00:00.000Z',
    },
  ])
  // What was promised when it was asked first holds.
  expect(result.pause).toEqual({ until: '2027-02-03T11:59:00.000Z', endedBy: 'decision' })
})

const decisions = [{ name: 'Ada', decision: 'approve' }]
const soFar = { kind: 'ended', answer: { outcome: null, decisions } } as const
test.each([
  ['expire', { kind: 'due' }, 'expired', { outcome: 'expired', byDeadline: true, decisions: [] }],
  ['approve', { kind: 'due' }, 'approved', { outcome: 'approved', byDeadline: true, decisions: [] }],
  ['reject', { kind: 'due' }, 'rejected', { outcome: 'rejected', byDeadline: true, decisions: [] }],
  ['expire', soFar, 'expired', { outcome: 'expired', byDeadline: true, decisions }],
  ['approve', soFar, 'approved', { outcome: 'approved', byDeadline: true, decisions }],
  [
    'reject',
    { kind: 'ended', answer: { outcome: 'approved', decisions } },
    'approved',
    { outcome: 'approved', byDeadline: false, decisions },
  ],
] as const)('with “%s” at the deadline, %j leaves by %s', (atDeadline, end, port, output) => {
  expect(approval.resume?.(approval.config.parse({ ...config, atDeadline }), end)).toEqual({ port, output })
})

test.each([
  [{ ...config, approvers: 'everybody' }, 'approvers', 'Name one to 20 e-mail addresses, with commas between them'],
  [{ ...config, approvers: [] }, 'approvers', 'Name one to 20 e-mail addresses, with commas between them'],
  [{ ...config, question: ' ' }, 'question', 'Write what is asked'],
  [{ ...config, needed: 3 }, 'needed', '3 must approve, but 2 are asked'],
  [{ ...config, approvers: ['ada@example.com'], needed: 2 }, 'needed', '2 must approve, but 1 is asked'],
  [{ ...config, amount: 367 }, 'amount', 'A step can wait 366 days at most'],
])('%j is refused', (given, path, message) => {
  expect(checkConfig(approval, given)).toEqual([{ path, message }])
})

test('expressions may say who decides', () => {
  const approvers = '{{ trigger.body.manager }}'
  expect(checkConfig(approval, { ...config, approvers })).toEqual([])
  // How many these are is known in a run only.
  expect(checkConfig(approval, { ...config, approvers, needed: 3 })).toEqual([])
  expect(checkConfig(approval, { ...config, needed: '{{ 3 }}' })).toEqual([])
})

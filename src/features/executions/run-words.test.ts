import { expect, test } from 'vitest'
import { RUN_STATUSES } from '#src/lib/run-status.ts'
import type { ExecutionStep } from './executions.schema.ts'
import {
  duplicatesText,
  glimpse,
  mailText,
  mergeLatest,
  newText,
  STATUS_WORDS,
  shownStatus,
  statusIn,
  stepsText,
  triggerText,
  unheardOf,
  valueText,
  versionText,
  waitsForText,
} from './run-words.ts'

test('the filter offers exactly the statuses of the API', () => {
  expect(Object.keys(STATUS_WORDS)).toEqual([...RUN_STATUSES])
})

test.each([
  ['failed', 'failed'],
  ['nonsense', undefined],
  ['toString', undefined],
  ['', undefined],
  [null, undefined],
])('the query %j filters by %j', (text, status) => {
  expect(statusIn(text)).toBe(status)
})

test('steps that have not begun look queued', () => {
  expect(shownStatus('pending')).toBe('queued')
  expect(shownStatus('reused')).toBe('reused')
  expect(shownStatus('skipped')).toBe('skipped')
})

test('words for version and trigger', () => {
  expect(versionText('draft')).toBe('Draft')
  expect(versionText(3)).toBe('Version 3')
  expect(triggerText('manual')).toBe('Started by hand')
  expect(triggerText('schedule')).toBe('Schedule')
})

test.each([
  [0, ''],
  [1, 'delivered 1 more time'],
  [99, 'delivered 99 more times'],
])('an event that came %i times again: %s', (count, text) => {
  expect(duplicatesText(count)).toBe(text)
})

test('the newest page changes rows in place and counts what is not shown yet', () => {
  const shown = [
    { id: 'b', status: 'running' },
    { id: 'a', status: 'succeeded' },
  ]
  const latest = [
    { id: 'd', status: 'queued' },
    { id: 'c', status: 'failed' },
    { id: 'b', status: 'succeeded' },
  ]
  expect(mergeLatest(shown, latest)).toEqual({
    runs: [
      { id: 'b', status: 'succeeded' },
      { id: 'a', status: 'succeeded' },
    ],
    newCount: 2,
  })
  expect(mergeLatest(shown, [])).toEqual({ runs: shown, newCount: 0 })
})

test('open rows that the newest page leaves out are asked for, those that have ended are not', () => {
  const shown = [
    { id: 'c', status: 'running' },
    { id: 'b', status: 'waiting' },
    { id: 'a', status: 'failed' },
  ] as const
  expect(unheardOf(shown, [{ id: 'c' }])).toEqual(['b'])
  expect(unheardOf(shown, [])).toEqual(['c', 'b'])
})

test('a page full of new rows may have more behind it', () => {
  expect([1, 49, 50].map(newText)).toEqual(['1 new', '49 new', '50+ new'])
})

test('values are shown as JSON, large ones by their beginning', () => {
  expect(valueText({ total: 101.4 })).toEqual({ text: '{\n  "total": 101.4\n}', bytes: null })
  expect(valueText(undefined)).toEqual({ text: 'null', bytes: null })
  expect(valueText({ $blob: 'output', bytes: 40_000, preview: '[1,2' })).toEqual({ text: '[1,2…', bytes: 40_000 })
})

test('a glimpse is one line of limited length', () => {
  expect(glimpse(null)).toBe('')
  expect(glimpse({ a: [1, 2] })).toBe('{"a":[1,2]}')
  expect(glimpse('abcdef', 4)).toBe('"abc…')
  expect(glimpse({ $blob: 'output', bytes: 40_000, preview: '[1,2' })).toBe('[1,2')
})

test.each([
  [[], '0 steps'],
  [['succeeded'], '1 step'],
  [['succeeded', 'failed', 'skipped'], '2 steps, 1 skipped'],
  [['reused', 'reused', 'succeeded', 'skipped'], '3 steps, 2 reused, 1 skipped'],
])('%j is "%s"', (statuses, text) => {
  expect(stepsText(statuses.map((status) => ({ status }) as ExecutionStep))).toBe(text)
})

test.each([
  [0, 'is next in the line of its workflow'],
  [1, 'waits for 1 run of this workflow'],
  [999, 'waits for 999 runs of this workflow'],
  [1000, 'waits for 1,000 runs of this workflow or more'],
])('behind %i runs', (count, text) => {
  expect(waitsForText(count)).toBe(text)
})

test.each([
  [{ state: 'queued', attempts: 0, reason: null }, 'waits to be sent'],
  [{ state: 'queued', attempts: 3, reason: null }, 'waits to be sent, after 3 tries'],
  [{ state: 'sent', attempts: 1, reason: null }, 'sent: the mail server has taken it'],
  [{ state: 'refused', attempts: 1, reason: '550 no such mailbox' }, 'refused: 550 no such mailbox'],
  [{ state: 'kept', attempts: 0, reason: null }, 'kept here: this server hands no mail on'],
] as const)('a mail that is %j', (mail, text) => {
  expect(mailText({ to: 'ada@example.com', ...mail })).toBe(text)
})

import { expect, test } from 'vitest'
import { createRunCounts, type RunCount, toRunCount } from './run-count.ts'
import { BrowserRun } from './tool-runs.schema.ts'

const count: RunCount = { version: 2, success: true, durationMs: 0.25 }

function recording() {
  const sent: [string, RunCount][] = []
  return { sent, counts: createRunCounts((toolId, one) => sent.push([toolId, one])) }
}

test('a count has no content, even when it is handed some', () => {
  const full = { ...count, input: { bill: 84.5 }, outputs: { total: 101.4 }, slug: 'tip-calculator' }
  expect(toRunCount(full)).toEqual({ version: 2, success: true, durationMs: 0.25 })
  expect(BrowserRun.parse(toRunCount(full))).toEqual(count)
})

test.each([
  [-1, 0],
  [0.123456, 0.123],
  [4_000_000, 3_600_000],
])('a duration of %d ms is sent as %d', (durationMs, sent) => {
  expect(toRunCount({ ...count, durationMs }).durationMs).toBe(sent)
})

test('nothing is sent before the page is hidden, then once per tool: the last run', () => {
  const { counts, sent } = recording()
  counts.note('tip', count)
  counts.note('tip', { ...count, success: false })
  counts.note('loan', count)
  expect(sent).toEqual([])
  counts.flush()
  expect(sent).toEqual([
    ['tip', { ...count, success: false }],
    ['loan', count],
  ])
})

test('a tool that was counted in this visit is not counted again', () => {
  const { counts, sent } = recording()
  counts.note('tip', count)
  counts.flush()
  counts.note('tip', count)
  counts.flush()
  expect(sent).toHaveLength(1)
})

import { expect, test } from 'vitest'
import type { ExecutionStep } from './executions.schema.ts'
import { axisTexts, courseText, timelineOf } from './timeline.ts'

const BEGIN = 1_000_000
const at = (ms: number) => new Date(BEGIN + ms).toISOString()
const step = (changes: Partial<ExecutionStep>): ExecutionStep => ({
  ...{ nodeId: 'a', key: 'a', name: 'A', type: 'http', status: 'succeeded', attempts: 1 },
  ...{ startedAt: at(200), durationMs: 300, dueAt: null, input: null, output: null, error: null },
  ...changes,
})
const timeline = (steps: readonly ExecutionStep[], ended: number | null = 1000, now = 0) =>
  timelineOf(
    { createdAt: at(0), startedAt: at(100), finishedAt: ended === null ? null : at(ended), steps: [...steps] },
    BEGIN + now,
  )

test('a step is queued until it begins, then runs', () => {
  const one = step({ readyAt: at(100) })
  const { totalMs, queuedMs, courseOf } = timeline([one])
  expect([totalMs, queuedMs]).toEqual([1000, 100])
  expect(courseOf(one)).toEqual({
    startedMs: 200,
    queuedMs: 100,
    ranMs: 300,
    bars: [
      { kind: 'queued', from: 10, width: 10 },
      { kind: 'ran', from: 20, width: 30 },
    ],
  })
  expect(courseText(courseOf(one))).toBe('queued 100 ms, ran 300 ms')
})

test('between its tries a step pauses', () => {
  const tries = [
    { startedAt: at(200), durationMs: 100, code: 'HTTP_STATUS' },
    { startedAt: at(400), durationMs: 100, code: null },
  ]
  const one = step({ attempts: 2, tries })
  expect(timeline([one]).courseOf(one).bars).toEqual([
    { kind: 'paused', from: 20, width: 30 },
    { kind: 'ran', from: 20, width: 10 },
    { kind: 'ran', from: 40, width: 10 },
  ])
})

test('what goes on reaches to now', () => {
  const one = step({ status: 'running', durationMs: null })
  const { totalMs, courseOf } = timeline([one], null, 700)
  expect([totalMs, courseOf(one).ranMs]).toEqual([700, 500])
  expect(courseText(courseOf(one))).toBe('ran 500 ms')
})

test('what was passed by or taken over has no course', () => {
  const steps = [step({ status: 'skipped', startedAt: null, durationMs: null }), step({ status: 'reused' })]
  const { courseOf } = timeline(steps)
  expect(steps.map((one) => [courseOf(one).bars, courseText(courseOf(one))])).toEqual([
    [[], ''],
    [[], ''],
  ])
})

test('what was too short to be seen is seen, at the end of the axis too', () => {
  const one = step({ startedAt: at(1000), durationMs: 0 })
  expect(timeline([one]).courseOf(one).bars).toEqual([{ kind: 'ran', from: 99.6, width: 0.4 }])
})

test('the axis is told in quarters', () => {
  expect(axisTexts(2000)).toEqual(['0', '500 ms', '1 s', '1.5 s', '2 s'])
  expect(axisTexts(3)).toEqual(['0', '0.75 ms', '1.5 ms', '2.25 ms', '3 ms'])
  expect(axisTexts(13)).toEqual(['0', '3.3 ms', '6.5 ms', '9.8 ms', '13 ms'])
})

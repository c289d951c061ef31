import { durationText } from '#src/client/duration.ts'
import { isOpenStep } from '#src/lib/run-status.ts'
import type { Execution, ExecutionStep } from './executions.schema.ts'

/** A part of the time axis, in hundredths of its length. */
export interface Bar {
  readonly from: number
  readonly width: number
  readonly kind: 'queued' | 'ran' | 'paused'
}

/** The course of a step. Milliseconds; null where there is nothing to say. */
export interface Course {
  readonly startedMs: number | null
  readonly queuedMs: number | null
  readonly ranMs: number | null
  readonly bars: readonly Bar[]
}

export interface Timeline {
  readonly totalMs: number
  readonly courseOf: (step: ExecutionStep) => Course
  /** The run as a whole, until its first step could begin. */
  readonly queuedMs: number
}

const NO_COURSE: Course = { startedMs: null, queuedMs: null, ranMs: null, bars: [] }
/** So that what was too short to be seen is seen. */
const LEAST_WIDTH = 0.4

const startOf = ({ startedAt, status }: ExecutionStep) =>
  startedAt === null || status === 'reused' ? undefined : Date.parse(startedAt)

type Run = Pick<Execution, 'createdAt' | 'startedAt' | 'finishedAt' | 'steps'>

/** The axis goes from the acceptance of a run to its end, or to `now` while it goes on. */
export function timelineOf({ createdAt, startedAt, finishedAt, steps }: Run, now: number): Timeline {
  const begin = Date.parse(createdAt)
  const ends = steps.map((step) => (startOf(step) ?? begin) + (step.durationMs ?? 0))
  const last = Math.max(finishedAt === null ? now : Date.parse(finishedAt), ...ends)
  const totalMs = Math.max(1, last - begin)
  const bar = (kind: Bar['kind'], from: number, to: number): Bar => {
    const start = Math.min(100 - LEAST_WIDTH, Math.max(0, ((from - begin) / totalMs) * 100))
    return { kind, from: start, width: Math.max(LEAST_WIDTH, Math.min(100 - start, ((to - from) / totalMs) * 100)) }
  }
  const courseOf = (step: ExecutionStep): Course => {
    const start = startOf(step)
    if (start === undefined) return NO_COURSE
    const ready = step.readyAt === undefined ? start : Date.parse(step.readyAt)
    const end = step.durationMs === null ? (isOpenStep(step.status) ? last : start) : start + step.durationMs
    const tries = (step.tries ?? []).map((one) =>
      bar('ran', Date.parse(one.startedAt), Date.parse(one.startedAt) + one.durationMs),
    )
    return {
      startedMs: start - begin,
      queuedMs: step.readyAt === undefined ? null : start - ready,
      ranMs: step.durationMs ?? (isOpenStep(step.status) ? end - start : null),
      bars: [
        ...(start - ready >= 1 ? [bar('queued', ready, start)] : []),
        ...(tries.length > 1 ? [bar('paused', start, end), ...tries] : [bar('ran', start, end)]),
      ],
    }
  }
  return { totalMs, courseOf, queuedMs: Math.max(0, (startedAt === null ? last : Date.parse(startedAt)) - begin) }
}

/** "queued 3 ms, ran 24 ms" */
export function courseText({ queuedMs, ranMs }: Course): string {
  const parts = [
    ...(queuedMs !== null && queuedMs >= 1 ? [`queued ${durationText(queuedMs)}`] : []),
    ...(ranMs === null ? [] : [`ran ${durationText(ranMs)}`]),
  ]
  return parts.join(', ')
}

/** What stands below the axis: its quarters, told apart also where each is less than a millisecond. */
export const axisTexts = (totalMs: number): string[] =>
  [0, 0.25, 0.5, 0.75, 1].map((part) => (part === 0 ? '0' : quarterText(totalMs * part, totalMs)))

function quarterText(ms: number, totalMs: number): string {
  if (totalMs >= 20) return durationText(ms)
  return `${Number(ms.toFixed(totalMs < 4 ? 2 : 1))} ms`
}

import { useEffect, useState } from 'react'
import type { ExecutionStep } from './executions.schema.ts'
import { axisTexts, type Bar, type Course, courseText } from './timeline.ts'

const TICK_MS = 1000

/** The present, again and again while something goes on; at first the end of what is known. */
export function useNow(live: boolean): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (!live) return
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [live])
  return now
}

const FILLS = {
  queued: 'fill-line-strong',
  paused: 'fill-line',
  succeeded: 'fill-ok',
  failed: 'fill-bad',
  waiting: 'fill-warn',
  other: 'fill-accent',
}

function fillOf({ kind }: Bar, status: ExecutionStep['status']): string {
  if (kind !== 'ran') return FILLS[kind]
  return status === 'succeeded' || status === 'failed' || status === 'waiting' ? FILLS[status] : FILLS.other
}

/** A step on the time axis of its run: thin while it was queued, thick while it ran. The words beside it say the same. */
export const CourseBar = ({
  course,
  status,
}: {
  readonly course: Course
  readonly status: ExecutionStep['status']
}) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 100 8"
    preserveAspectRatio="none"
    className="h-2 w-full rounded-4 bg-sunken rtl:-scale-x-100"
  >
    {course.bars.map((bar) => (
      <rect
        key={`${bar.kind} ${bar.from}`}
        x={bar.from}
        y={bar.kind === 'ran' ? 0 : 3}
        width={bar.width}
        height={bar.kind === 'ran' ? 8 : 2}
        className={fillOf(bar, status)}
      />
    ))}
  </svg>
)

/** What the bars below it are measured by. */
export const TimeAxis = ({ totalMs }: { readonly totalMs: number }) => (
  <div aria-hidden="true" className="meta-line flex justify-between gap-2 border-b border-line px-3 pb-1">
    {axisTexts(totalMs).map((text, at) => (
      // Two quarters of a short run may read the same. On a phone there is room for three of the five.
      <span key={`${at} ${text}`} className={at % 2 === 1 ? 'hidden sm:inline' : ''}>
        {text}
      </span>
    ))}
  </div>
)

export const CourseWords = ({ course }: { readonly course: Course }) => (
  <span className="figures text-13 text-text-2">{courseText(course)}</span>
)

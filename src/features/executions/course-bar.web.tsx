import type { ExecutionStep } from './executions.schema.ts'
import { axisTexts, type Bar, courseText } from './timeline.ts'
import { useCourse, useTimeline } from './timeline-clock.web.tsx'

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

interface OfStep {
  readonly step: ExecutionStep
}

/** A step on the time axis of its run: thin while it was queued, thick while it ran. The words beside it say the same. */
export function CourseBar({ step }: OfStep) {
  const { bars } = useCourse(step)
  if (bars.length === 0) return null
  return (
    <span className="col-span-3">
      <svg
        aria-hidden="true"
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        className="h-2 w-full rounded-4 bg-sunken rtl:-scale-x-100"
      >
        {bars.map((bar, at) => (
          <rect
            // Its place changes each second, and is no name for it.
            key={`${bar.kind} ${at}`}
            x={bar.from}
            y={bar.kind === 'ran' ? 0 : 3}
            width={bar.width}
            height={bar.kind === 'ran' ? 8 : 2}
            className={fillOf(bar, step.status)}
          />
        ))}
      </svg>
    </span>
  )
}

/** What the bars below it are measured by. */
export const TimeAxis = () => (
  <div aria-hidden="true" className="meta-line flex justify-between gap-2 border-b border-line px-3 pb-1">
    {axisTexts(useTimeline().totalMs).map((text, at) => (
      // Two quarters of a short run may read the same. On a phone there is room for three of the five.
      <span key={`${at} ${text}`} className={at % 2 === 1 ? 'hidden sm:inline' : ''}>
        {text}
      </span>
    ))}
  </div>
)

export const CourseWords = ({ step }: OfStep) => (
  <span className="figures text-13 text-text-2">{courseText(useCourse(step))}</span>
)

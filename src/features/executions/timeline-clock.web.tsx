import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { isFinal } from '#src/lib/run-status.ts'
import type { Execution, ExecutionStep } from './executions.schema.ts'
import { type Course, type Timeline, timelineOf } from './timeline.ts'

const TICK_MS = 1000

/** The present, again and again while something goes on; at first the end of what is known. */
function useNow(live: boolean): number {
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

const TimelineContext = createContext<Timeline | null>(null)

interface TimelineClockProps {
  readonly execution: Execution
  readonly children: ReactNode
}

/** Each second of a run that goes on only those below who ask for its timeline are drawn again. */
export function TimelineClock({ execution, children }: TimelineClockProps) {
  const now = useNow(!isFinal(execution.status))
  const timeline = useMemo(() => timelineOf(execution, now), [execution, now])
  return <TimelineContext value={timeline}>{children}</TimelineContext>
}

export function useTimeline(): Timeline {
  const timeline = use(TimelineContext)
  if (timeline === null) throw new Error('No TimelineClock around it')
  return timeline
}

export const useCourse = (step: ExecutionStep): Course => useTimeline().courseOf(step)

import { ChevronRight, PencilLine, RotateCcw } from 'lucide-react'
import { memo } from 'react'
import { durationText } from '#src/client/duration.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { StatusLabel } from '#src/ui/status-icon.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { useOpened } from '#src/ui/use-opened.ts'
import { CourseBar, CourseWords } from './course-bar.web.tsx'
import type { ExecutionStep } from './executions.schema.ts'
import { adviceFor, mendingPlace } from './failure-advice.ts'
import { glimpse, standInSentence } from './run-words.ts'
import { StepMails } from './step-mails.web.tsx'
import { StepStatus } from './step-status.web.tsx'
import { FailureNote, TechnicalDetail, Value } from './step-values.web.tsx'
import { useCourse } from './timeline-clock.web.tsx'

interface StepRowProps {
  readonly step: ExecutionStep
  readonly workflowId: string
  readonly executionId: string
  /** Runs it again from a step; absent while the run goes on. */
  readonly onRetry: ((nodeId: string) => void) | undefined
}

/**
 * A step in a line with its place on the time axis; opened, what went in and came out. Of five hundred only those whose
 * step is another one are drawn again, and only those that are opened have their values in the page.
 */
export const StepRow = memo(function StepRow({ step, ...shared }: StepRowProps) {
  const { name, key, type, status, standIn, dueAt, attempts, output, error } = step
  const hasFailed = status === 'failed'
  const { isOpen, details } = useOpened(hasFailed)
  return (
    <details open={hasFailed} {...details} className="group/step rounded-6 border border-line bg-surface">
      <summary className="grid min-h-11 list-none grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 rounded-6 px-3 py-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight size={16} className="text-text-2 transition-[rotate] duration-140 group-open/step:rotate-90" />
        <span className="flex min-w-0 flex-wrap items-center gap-x-3">
          <span className="text-14 font-medium [overflow-wrap:anywhere]">{name}</span>
          <span className="meta-line">{[key, type].filter(Boolean).join(' · ')}</span>
        </span>
        <span className="flex flex-col-reverse items-end gap-x-3 sm:flex-row sm:items-center">
          {attempts > 1 ? <span className="meta-line">{attempts} attempts</span> : null}
          {dueAt === null ? null : <TimeAgo at={dueAt} className="text-13 text-text-2" />}
          <CourseWords step={step} />
          <StepStatus status={status} standIn={standIn} />
        </span>
        <CourseBar step={step} />
        <span aria-hidden="true" className="meta-line col-span-2 col-start-2 truncate group-open/step:hidden">
          {error?.message ?? glimpse(output)}
        </span>
      </summary>
      {isOpen ? <StepDetails step={step} {...shared} /> : null}
    </details>
  )
})

function StepDetails({ step, workflowId, executionId, onRetry }: StepRowProps) {
  const { name, input, output, error } = step
  const turn = step.iteration === undefined ? '' : `?iteration=${step.iteration}`
  const wholeValue = (part: 'input' | 'output') =>
    `/api/executions/${executionId}/steps/${encodeURIComponent(step.nodeId)}/${part}${turn}`
  return (
    <div className="flex flex-col gap-4 border-t border-line p-4">
      {error === null ? null : (
        <FailureNote message={error.message}>
          <p className="text-14">{adviceFor(error.code)}</p>
          <TechnicalDetail error={error} />
        </FailureNote>
      )}
      <Tries step={step} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Value label="Input" value={input} whole={wholeValue('input')} />
        <Value label="Output" value={output} whole={wholeValue('output')} />
      </div>
      <StepMails mails={step.mails} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="meta-line">
          <StepCourse step={step} />
        </p>
        <span className="flex flex-wrap gap-2">
          <ButtonLink size="dense" icon={PencilLine} to={mendingPlace(workflowId, step.nodeId, error?.path)}>
            Open in the editor<span className="sr-only">: {name}</span>
          </ButtonLink>
          {onRetry === undefined ? null : (
            <Button size="dense" icon={RotateCcw} onClick={() => onRetry(step.nodeId)}>
              {step.iteration === undefined ? 'Retry from here' : 'Retry its loop, all turns'}
              <span className="sr-only">: {name}</span>
            </Button>
          )}
        </span>
      </div>
    </div>
  )
}

/** Each attempt by itself, where the first was not enough. */
function Tries({ step: { tries = [] } }: Pick<StepRowProps, 'step'>) {
  if (tries.length < 2) return null
  const first = Date.parse(tries[0]?.startedAt ?? '')
  return (
    <section aria-label="Attempts" className="flex flex-col gap-1">
      <h4 className="text-13 font-medium">Attempts</h4>
      <ol className="divide-y divide-line rounded-6 border border-line">
        {tries.map(({ startedAt, durationMs, code }, at) => (
          <li key={startedAt} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5 text-13">
            <span className="font-medium">Attempt {at + 1}</span>
            <StatusLabel status={code === null ? 'succeeded' : 'failed'} />
            {code === null ? null : <span className="font-mono text-12 text-text-2">{code}</span>}
            <span className="figures ms-auto text-text-2">
              {at === 0 ? '' : `${durationText(Date.parse(startedAt) - first)} after the first, `}
              ran {durationText(durationMs)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function StepCourse({ step }: Pick<StepRowProps, 'step'>) {
  const { status, standIn, startedAt, attempts } = step
  const { startedMs } = useCourse(step)
  if (standIn !== undefined) return standInSentence(standIn)
  if (status === 'reused') return 'Taken over as it was, without doing it again'
  return (
    <>
      {startedAt === null ? 'Not started' : <>Started {<TimeAgo at={startedAt} />}</>}
      {startedMs === null ? '' : `, ${durationText(startedMs)} after the run was accepted`} · {attempts}{' '}
      {attempts === 1 ? 'attempt' : 'attempts'}
    </>
  )
}

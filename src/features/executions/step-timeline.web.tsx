import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { toApiError } from '#src/client/api-error.ts'
import { durationText } from '#src/client/duration.ts'
import { TOLD_TURNS } from '#src/lib/graph/loops.ts'
import { stepName } from '#src/lib/graph/step-name.ts'
import { isFinal } from '#src/lib/run-status.ts'
import { EmptyState } from '#src/ui/states.tsx'
import { StatusLabel } from '#src/ui/status-icon.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAxis, useNow } from './course-bar.web.tsx'
import type { Execution, ExecutionStep } from './executions.schema.ts'
import { executionOf } from './live-execution.web.tsx'
import { StepRow } from './step-row.web.tsx'
import { type Timeline, timelineOf } from './timeline.ts'
import { TimesTable } from './times-table.web.tsx'
import { type ShownStep, type Turn, withTurns } from './turns.ts'

interface StepTimelineProps {
  readonly execution: Execution
  /** Runs it again from a step; absent while it goes on. */
  readonly onRetry: ((nodeId: string) => void) | undefined
}

/** Steps in the order they ran, each with its place in the time of the run; those that were passed by are quiet. */
export function StepTimeline({ execution, onRetry }: StepTimelineProps) {
  const { steps, calls, status } = execution
  const live = !isFinal(status)
  const now = useNow(live)
  if (steps.length === 0)
    return (
      <EmptyState level={3} title={live ? 'Nothing to show yet' : 'No step ran'}>
        {live ? 'Steps appear here as they finish.' : 'The run ended before its first step.'}
      </EmptyState>
    )
  const timeline = timelineOf(execution, now)
  const shared = { calls, workflowId: execution.workflowId, executionId: execution.id, onRetry, timeline }
  return (
    <div className="flex flex-col gap-2">
      {timeline.queuedMs < 1 ? null : (
        <p className="meta-line px-3">The run was queued for {durationText(timeline.queuedMs)} before it began.</p>
      )}
      <TimeAxis totalMs={timeline.totalMs} />
      <Steps steps={withTurns(steps)} {...shared} />
      <TimesTable steps={steps} timeline={timeline} />
    </div>
  )
}

interface SharedProps extends Pick<StepTimelineProps, 'onRetry'> {
  readonly calls: Execution['calls']
  readonly workflowId: string
  readonly executionId: string
  readonly timeline: Timeline
}
type StepsProps = SharedProps & { readonly steps: readonly ShownStep[] }

const Steps = ({ steps, ...shared }: StepsProps) => (
  <ol className="flex flex-col gap-2">
    {steps.map(({ step, turns }) => (
      <li key={stepName(step.nodeId, step.iteration ?? '')} className="flex flex-col gap-2">
        {step.status === 'skipped' ? (
          <Skipped step={step} />
        ) : (
          <StepRow step={step} course={shared.timeline.courseOf(step)} {...shared} />
        )}
        <CalledRuns calls={callsOf(step, shared.calls)} />
        {turns.length > 0 ? <Turns name={step.name} turns={turns} {...shared} /> : null}
      </li>
    ))}
  </ol>
)

type TurnsProps = SharedProps & {
  readonly name: string
  readonly turns: readonly Turn[]
}

const NESTED = 'ms-4 flex flex-col gap-2 border-s border-line ps-3 sm:ms-8'
const LINE =
  'flex min-h-9 list-none flex-wrap items-center gap-x-2 rounded-6 px-2 text-14 hover:bg-hover [&::-webkit-details-marker]:hidden'

const hasFailed = ({ steps }: Turn): boolean => steps.some(({ step }) => step.status === 'failed')

/** What a loop did, turn by turn; those with a failure are open. */
const Turns = ({ name, turns, ...shared }: TurnsProps) => (
  <section aria-label={`Turns of ${name}`} className={NESTED}>
    {turns.map((turn) => (
      <details key={turn.index} open={hasFailed(turn)} className="group/turn">
        <summary className={LINE}>
          <ChevronRight size={16} className="text-text-2 transition-[rotate] duration-140 group-open/turn:rotate-90" />
          <span>Turn {turn.index}</span>
          {hasFailed(turn) ? <StatusLabel status="failed" /> : null}
        </summary>
        <div className="pt-1 pb-2">
          <Steps steps={turn.steps} {...shared} />
        </div>
      </details>
    ))}
    {turns.length < TOLD_TURNS ? null : (
      <p className="meta-line px-2">Of a loop the log has the first {TOLD_TURNS} turns, and the steps that failed.</p>
    )}
  </section>
)

const Skipped = ({ step }: { step: ExecutionStep }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-6 border border-dashed border-line py-2 pe-3 ps-10">
    <span className="text-14 text-text-2">{step.name}</span>
    <span className="meta-line">{step.key}</span>
    <span className="ms-auto">
      <StatusLabel status="skipped" />
    </span>
  </div>
)

type Call = Execution['calls'][number]

const callsOf = ({ nodeId, iteration = '' }: ExecutionStep, calls: Execution['calls']) =>
  calls.filter(({ step }) => step === stepName(nodeId, iteration))

/** The workflows that a step has called, each with its own steps below it. */
const CalledRuns = ({ calls }: { readonly calls: readonly Call[] }) =>
  calls.length === 0 ? null : (
    <div className={NESTED}>
      {calls.map((call) => (
        <CalledRun key={call.id} call={call} />
      ))}
    </div>
  )

function CalledRun({ call: { id, workflowId, workflowName, status } }: { readonly call: Call }) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group/call">
      <summary className={LINE}>
        <ChevronRight size={16} className="text-text-2 transition-[rotate] duration-140 group-open/call:rotate-90" />
        <span className="min-w-0 [overflow-wrap:anywhere]">Steps of “{workflowName}”</span>
        <StatusLabel status={status} />
      </summary>
      <div className="flex flex-col gap-2 pt-1 pb-2">
        <TextLink
          to={`/workflows/${workflowId}/executions/${id}`}
        >{`Open the execution of “${workflowName}”`}</TextLink>
        {open ? <CalledSteps id={id} /> : null}
      </div>
    </details>
  )
}

const CALLED_LOOK_MS = 2000

function CalledSteps({ id }: { readonly id: string }) {
  const { data, error } = useQuery({
    ...executionOf(id),
    refetchInterval: ({ state }) =>
      state.data === undefined || isFinal(state.data.execution.status) ? false : CALLED_LOOK_MS,
  })
  if (error !== null)
    return (
      <p role="alert" className="text-14 text-bad">
        {toApiError(error).message}
      </p>
    )
  if (data === undefined) return <p className="text-14 text-text-2">Loading its steps…</p>
  return <StepTimeline execution={data.execution} onRetry={undefined} />
}

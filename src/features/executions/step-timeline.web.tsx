import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { toApiError } from '#src/client/api-error.ts'
import { durationText } from '#src/client/duration.ts'
import { TOLD_TURNS } from '#src/lib/graph/loops.ts'
import { stepName } from '#src/lib/graph/step-name.ts'
import { isFinal } from '#src/lib/run-status.ts'
import { EmptyState } from '#src/ui/states.tsx'
import { StatusLabel } from '#src/ui/status-icon.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { useOpened } from '#src/ui/use-opened.ts'
import { TimeAxis } from './course-bar.web.tsx'
import type { Execution, ExecutionStep } from './executions.schema.ts'
import { liveExecutionOf } from './live-execution.web.tsx'
import { StepRow } from './step-row.web.tsx'
import { TimelineClock, useTimeline } from './timeline-clock.web.tsx'
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
  if (steps.length === 0)
    return (
      <EmptyState level={3} title={live ? 'Nothing to show yet' : 'No step ran'}>
        {live ? 'Steps appear here as they finish.' : 'The run ended before its first step.'}
      </EmptyState>
    )
  const shared = { calls, workflowId: execution.workflowId, executionId: execution.id, onRetry }
  return (
    <TimelineClock execution={execution}>
      <div className="flex flex-col gap-2">
        <TimeInLine />
        <TimeAxis />
        <Steps steps={withTurns(steps)} {...shared} />
        <TimesTable steps={steps} />
      </div>
    </TimelineClock>
  )
}

function TimeInLine() {
  const { queuedMs } = useTimeline()
  if (queuedMs < 1) return null
  return <p className="meta-line px-3">The run was queued for {durationText(queuedMs)} before it began.</p>
}

interface SharedProps extends Pick<StepTimelineProps, 'onRetry'> {
  readonly calls: Execution['calls']
  readonly workflowId: string
  readonly executionId: string
}
type StepsProps = SharedProps & { readonly steps: readonly ShownStep[] }

const Steps = ({ steps, calls, ...shared }: StepsProps) => (
  <ol className="flex flex-col gap-2">
    {steps.map(({ step, turns }) => (
      <li key={stepName(step.nodeId, step.iteration ?? '')} className="flex flex-col gap-2">
        {step.status === 'skipped' ? <Skipped step={step} /> : <StepRow step={step} {...shared} />}
        <CalledRuns calls={callsOf(step, calls)} />
        {turns.length > 0 ? <Turns name={step.name} turns={turns} calls={calls} {...shared} /> : null}
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

const CalledRun = memo(function CalledRun({ call }: { readonly call: Call }) {
  const { id, workflowId, workflowName, status } = call
  const { isOpen, details } = useOpened()
  return (
    <details {...details} className="group/call">
      <summary className={LINE}>
        <ChevronRight size={16} className="text-text-2 transition-[rotate] duration-140 group-open/call:rotate-90" />
        <span className="min-w-0 [overflow-wrap:anywhere]">Steps of “{workflowName}”</span>
        <StatusLabel status={status} />
      </summary>
      <div className="flex flex-col gap-2 pt-1 pb-2">
        <TextLink
          to={`/workflows/${workflowId}/executions/${id}`}
        >{`Open the execution of “${workflowName}”`}</TextLink>
        {isOpen ? <CalledSteps id={id} /> : null}
      </div>
    </details>
  )
})

function CalledSteps({ id }: { readonly id: string }) {
  const { data, error } = useQuery(liveExecutionOf(id))
  if (error !== null)
    return (
      <p role="alert" className="text-14 text-bad">
        {toApiError(error).message}
      </p>
    )
  if (data === undefined) return <p className="text-14 text-text-2">Loading its steps…</p>
  return <StepTimeline execution={data.execution} onRetry={undefined} />
}

import { ChevronRight, RotateCcw } from 'lucide-react'
import { durationText } from '#src/client/duration.ts'
import { TOLD_TURNS } from '#src/lib/graph/loops.ts'
import { stepName } from '#src/lib/graph/step-name.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { StatusLabel } from '#src/ui/status-icon.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { Execution, ExecutionStep } from './executions.schema.ts'
import { glimpse, shownStatus } from './run-words.ts'
import { StepMails } from './step-mails.web.tsx'
import { FailureNote, StepLink, TechnicalDetail, Value } from './step-values.web.tsx'
import { type ShownStep, type Turn, withTurns } from './turns.ts'

interface StepTimelineProps {
  readonly steps: readonly ExecutionStep[]
  readonly calls: Execution['calls']
  readonly workflowId: string
  readonly executionId: string
  /** More steps may come. */
  readonly live: boolean
  /** Runs it again from a step; absent while it goes on. */
  readonly onRetry: ((nodeId: string) => void) | undefined
}

/** Steps in the order they ran; those that were passed by are there, but quiet. */
export function StepTimeline({ steps, live, ...shared }: StepTimelineProps) {
  if (steps.length === 0)
    return (
      <EmptyState level={3} title={live ? 'Nothing to show yet' : 'No step ran'}>
        {live ? 'Steps appear here as they finish.' : 'The run ended before its first step.'}
      </EmptyState>
    )
  return <Steps steps={withTurns(steps)} {...shared} />
}

type SharedProps = Pick<StepTimelineProps, 'calls' | 'workflowId' | 'executionId' | 'onRetry'>
type StepsProps = SharedProps & { readonly steps: readonly ShownStep[] }

const Steps = ({ steps, ...shared }: StepsProps) => (
  <ol className="flex flex-col gap-2">
    {steps.map(({ step, turns }) => (
      <li key={stepName(step.nodeId, step.iteration ?? '')} className="flex flex-col gap-2">
        {step.status === 'skipped' ? <Skipped step={step} /> : <Step step={step} {...shared} />}
        {turns.length > 0 ? <Turns name={step.name} turns={turns} {...shared} /> : null}
      </li>
    ))}
  </ol>
)

type TurnsProps = SharedProps & {
  readonly name: string
  readonly turns: readonly Turn[]
}

const hasFailed = ({ steps }: Turn): boolean => steps.some(({ step }) => step.status === 'failed')

/** What a loop did, turn by turn; those with a failure are open. */
const Turns = ({ name, turns, ...shared }: TurnsProps) => (
  <section aria-label={`Turns of ${name}`} className="ms-4 flex flex-col gap-2 border-s border-line ps-3 sm:ms-8">
    {turns.map((turn) => (
      <details key={turn.index} open={hasFailed(turn)} className="group/turn">
        <summary className="flex min-h-9 list-none items-center gap-2 rounded-6 px-2 text-14 hover:bg-hover [&::-webkit-details-marker]:hidden">
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

type StepProps = SharedProps & { readonly step: ExecutionStep }

function Step({ step, calls, workflowId, executionId, onRetry }: StepProps) {
  const called = calls.filter((one) => one.step === stepName(step.nodeId, step.iteration ?? ''))
  const { name, key, type, status, durationMs, dueAt, attempts, input, output, error } = step
  const turn = step.iteration === undefined ? '' : `?iteration=${step.iteration}`
  const wholeValue = (part: 'input' | 'output') =>
    `/api/executions/${executionId}/steps/${encodeURIComponent(step.nodeId)}/${part}${turn}`
  return (
    <details open={status === 'failed'} className="group/step rounded-6 border border-line bg-surface">
      <summary className="grid min-h-11 list-none grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 rounded-6 px-3 py-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight size={16} className="text-text-2 transition-[rotate] duration-140 group-open/step:rotate-90" />
        <span className="flex min-w-0 flex-wrap items-center gap-x-3">
          <span className="text-14 font-medium [overflow-wrap:anywhere]">{name}</span>
          <span className="meta-line">{[key, type].filter(Boolean).join(' · ')}</span>
        </span>
        <span className="flex flex-col-reverse items-end gap-x-3 sm:flex-row sm:items-center">
          {attempts > 1 ? <span className="meta-line">{attempts} attempts</span> : null}
          {dueAt === null ? null : <TimeAgo at={dueAt} className="text-13 text-text-2" />}
          <span className="figures text-13 text-text-2">{durationMs === null ? '' : durationText(durationMs)}</span>
          <StatusLabel status={shownStatus(status)} />
        </span>
        <span aria-hidden="true" className="meta-line col-span-2 col-start-2 truncate group-open/step:hidden">
          {error?.message ?? glimpse(output)}
        </span>
      </summary>
      <div className="flex flex-col gap-4 border-t border-line p-4">
        {error === null ? null : (
          <FailureNote message={error.message}>
            <TechnicalDetail error={error} />
          </FailureNote>
        )}
        <div className="grid gap-4 lg:grid-cols-2">
          <Value label="Input" value={input} whole={wholeValue('input')} />
          <Value label="Output" value={output} whole={wholeValue('output')} />
        </div>
        <StepMails mails={step.mails} />
        {called.map((one) => (
          <p key={one.id} className="flex flex-wrap items-center gap-x-3 text-14">
            <TextLink to={`/workflows/${one.workflowId}/executions/${one.id}`}>
              {`Open the execution of “${one.workflowName}”`}
            </TextLink>
            <StatusLabel status={one.status} />
          </p>
        ))}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="meta-line">
            <StepCourse step={step} /> ·{' '}
            <StepLink workflowId={workflowId} nodeId={step.nodeId}>
              Open in the editor
            </StepLink>
          </p>
          {onRetry === undefined ? null : (
            <Button size="dense" icon={RotateCcw} onClick={() => onRetry(step.nodeId)}>
              {step.iteration === undefined ? 'Retry from here' : 'Retry its loop, all turns'}
              <span className="sr-only">: {name}</span>
            </Button>
          )}
        </div>
      </div>
    </details>
  )
}

const StepCourse = ({ step: { status, startedAt, attempts } }: Pick<StepProps, 'step'>) =>
  status === 'reused' ? (
    'Taken over as it was, without doing it again'
  ) : (
    <>
      {startedAt === null ? 'Not started' : <>Started {<TimeAgo at={startedAt} />}</>} · {attempts}{' '}
      {attempts === 1 ? 'attempt' : 'attempts'}
    </>
  )

import { X } from 'lucide-react'
import { durationText } from '#src/client/duration.ts'
import type { ExecutionStep } from '#src/features/executions/executions.schema.ts'
import { adviceFor } from '#src/features/executions/failure-advice.ts'
import { StepStatus } from '#src/features/executions/step-status.web.tsx'
import { FailureNote, TechnicalDetail, Value } from '#src/features/executions/step-values.web.tsx'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import type { StepChange } from '#src/lib/graph/diff.ts'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import { isOpenStep } from '#src/lib/run-status.ts'
import { IconButton } from '#src/ui/button.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { FieldChanges } from '../diff/graph-diff.web.tsx'
import { MarkBadge } from '../diff/step-marks.web.tsx'
import { NodeIcon } from '../editor/node-icon.web.tsx'
import { settingsToRead } from './settings-to-read.ts'

interface StepReadingProps {
  readonly node: GraphNode
  readonly type: NodeTypeEntry | undefined
  readonly change: StepChange | undefined
  /** What the run came to here. */
  readonly step: ExecutionStep | undefined
  readonly executionId: string | undefined
  /** Where the draft has this step. */
  readonly mendAt: string
  readonly onClose: () => void
}

/** One step as it was: what has become of it, how the run went there, and its settings. */
export function StepReading({ node, type, change, step, executionId, mendAt, onClose }: StepReadingProps) {
  return (
    <aside
      aria-labelledby="step-read"
      className="flex min-w-0 flex-col bg-surface lg:w-[26rem] lg:shrink-0 lg:overflow-y-auto lg:border-s lg:border-line xl:w-[30rem]"
    >
      <header className="sticky top-0 z-10 flex items-center gap-2 border-b border-line bg-surface px-4 py-2.5">
        <NodeIcon name={type?.icon} category={type?.category} />
        <div className="min-w-0 flex-1">
          <h2 id="step-read" tabIndex={-1} className="text-16 [overflow-wrap:anywhere]">
            {node.name}
          </h2>
          <p className="meta-line [overflow-wrap:anywhere]">{type?.title ?? node.type}</p>
        </div>
        {change === undefined ? null : <MarkBadge mark={change.mark} />}
        <IconButton icon={X} size="dense" aria-label="Close the step" onClick={onClose} />
      </header>
      <div className="flex flex-col gap-5 p-4">
        {step === undefined ? null : <Outcome {...{ node, step, mendAt }} executionId={executionId ?? ''} />}
        {change === undefined || change.fields.length === 0 ? null : (
          <section className="flex flex-col gap-2">
            <h3 className="eyebrow">What is different</h3>
            <FieldChanges fields={change.fields} />
          </section>
        )}
        <Settings node={node} type={type} />
      </div>
    </aside>
  )
}

interface OutcomeProps {
  readonly node: GraphNode
  readonly step: ExecutionStep
  readonly executionId: string
  readonly mendAt: string
}

function Outcome({ node, step, executionId, mendAt }: OutcomeProps) {
  const { status, standIn, durationMs, error, input, output, iteration } = step
  const turn = iteration === undefined ? '' : `?iteration=${encodeURIComponent(iteration)}`
  const whole = (part: 'input' | 'output') =>
    `/api/executions/${executionId}/steps/${encodeURIComponent(node.id)}/${part}${turn}`
  return (
    <section className="flex flex-col gap-3">
      <h3 className="eyebrow">In this run</h3>
      <p className="flex flex-wrap items-center gap-x-3">
        <StepStatus status={status} standIn={standIn} />
        {durationMs === null ? null : <span className="meta-line">{durationText(durationMs)}</span>}
        {iteration === undefined ? null : <span className="meta-line">the last of its turns</span>}
      </p>
      {error === null ? null : (
        <FailureNote message={error.message}>
          <p className="text-14">{adviceFor(error.code)}</p>
          <p className="text-14">
            <TextLink to={mendAt}>Open this step in the editor</TextLink>
          </p>
          <TechnicalDetail error={error} />
        </FailureNote>
      )}
      {isOpenStep(status) || status === 'skipped' ? null : (
        <>
          <Value label="Input" value={input} whole={whole('input')} />
          <Value label="Output" value={output} whole={whole('output')} />
        </>
      )}
    </section>
  )
}

function Settings({ node, type }: { node: GraphNode; type: NodeTypeEntry | undefined }) {
  const settings = settingsToRead(node, type?.configSchema)
  return (
    <section className="flex flex-col gap-2">
      <h3 className="eyebrow">Settings</h3>
      {settings.length === 0 ? (
        <p className="text-14 text-text-2">All settings are as they come.</p>
      ) : (
        <dl className="flex flex-col gap-3 text-14">
          {settings.map(({ title, text }) => (
            <div key={title} className="flex flex-col gap-1">
              <dt className="text-13 font-medium text-text-2">{title}</dt>
              <dd className="max-h-80 overflow-y-auto rounded-6 border border-line bg-sunken px-3 py-1.5 font-mono text-13 whitespace-pre-wrap [overflow-wrap:anywhere]">
                {text}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

import { ChevronDown, Play, Square } from 'lucide-react'
import { durationText } from '#src/client/duration.ts'
import { standInText } from '#src/features/executions/run-words.ts'
import { StepStatus } from '#src/features/executions/step-status.web.tsx'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import { isOpenStep } from '#src/lib/run-status.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { LiveRegion } from '#src/ui/live-region.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import type { NodeTypes } from '../graph-edit.ts'
import { trialItem } from '../step-actions.web.tsx'
import { trialChoices } from '../trial-choices.ts'
import type { Trial } from '../use-trial.web.tsx'
import { FailureNote } from './failure-note.web.tsx'
import { isUnderWay } from './live-run.ts'

interface RunBarProps {
  readonly node: GraphNode
  readonly types: NodeTypes
  readonly trial: Trial
  readonly onField: (path: string) => void
}

/** Runs the step, or the way to it or from it, stops that, and says what it came to. */
export function RunBar({ node, types, trial, onField }: RunBarProps) {
  const { live } = trial
  const [first, ...others] = trialChoices(node, types.get(node.type))
  const goesOn = isUnderWay(live.status) || trial.isStarting
  if (first === undefined) return null
  return (
    <div className="flex flex-col gap-3 border-b border-line px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {goesOn ? (
          <Button size="dense" icon={Square} busy={trial.isStopping} disabled={trial.isStarting} onClick={trial.stop}>
            Stop
          </Button>
        ) : (
          <div className="flex gap-1">
            <Button size="dense" icon={Play} onClick={() => trial.run(node, first)}>
              {first.label}
            </Button>
            {others.length === 0 ? null : (
              <Menu
                label="Other ways to run it"
                items={others.map((choice) => ({
                  ...trialItem(choice),
                  onSelect: () => trial.run(node, choice),
                }))}
                trigger={(trigger) => (
                  <IconButton {...trigger} icon={ChevronDown} size="dense" aria-label="Other ways to run it" />
                )}
              />
            )}
          </div>
        )}
        <LastTry node={node} trial={trial} />
      </div>
      <Failure {...{ node, trial, onField }} />
    </div>
  )
}

/** What the step came to when it ran last, in this run or one before. */
function LastTry({ node, trial: { live, known, workflowId, hasChanged } }: Pick<RunBarProps, 'node' | 'trial'>) {
  const now = live.steps.get(node.id)
  const last = known.get(node.id)
  const step = now ?? (isUnderWay(live.status) ? undefined : last?.step)
  const executionId = now === undefined ? last?.executionId : live.executionId
  const status = step?.status ?? (isUnderWay(live.status) ? live.status : undefined)
  const isOver = step !== undefined && !isOpenStep(step.status)
  return (
    <section aria-label={`Last try of ${node.name}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
      <LiveRegion
        message={
          isOver && now !== undefined
            ? `${node.name}: ${step.standIn === undefined ? step.status : standInText(step.standIn)}`
            : ''
        }
      />
      {status === undefined ? (
        <span className="text-text-2">Not run yet</span>
      ) : (
        <StepStatus status={status} standIn={step?.standIn} />
      )}
      {isOver && step.durationMs !== null ? <span className="meta-line">{durationText(step.durationMs)}</span> : null}
      {isOver && executionId !== undefined && hasChanged(node, executionId) ? (
        <span className="text-warn">before the last change</span>
      ) : null}
      {executionId === undefined ? null : (
        <TextLink
          to={`/workflows/${workflowId}/executions/${executionId}`}
          className="inline-flex min-h-6 items-center"
        >
          Open the whole execution
        </TextLink>
      )}
    </section>
  )
}

/** Messages begin with the name of the step, which stands here already. */
const withoutName = (message: string, name: string) =>
  message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message

function Failure({ node, trial: { live, known, workflowId }, onField }: Omit<RunBarProps, 'types'>) {
  const step = live.steps.get(node.id) ?? known.get(node.id)?.step
  if (step?.error)
    return (
      <FailureNote error={{ ...step.error, message: withoutName(step.error.message, node.name) }} onField={onField} />
    )
  const { error } = live
  if (error === null || isUnderWay(live.status) || error.nodeId === node.id) return null
  const where = error.nodeId === undefined ? undefined : live.steps.get(error.nodeId)
  if (where === undefined) return <p className="text-14 text-bad [overflow-wrap:anywhere]">{error.message}</p>
  return (
    <p className="text-14 text-bad [overflow-wrap:anywhere]">
      The last run ended at{' '}
      <TextLink to={`/workflows/${workflowId}?step=${encodeURIComponent(where.nodeId)}`}>{where.name}</TextLink>:{' '}
      {withoutName(error.message, where.name)}
    </p>
  )
}

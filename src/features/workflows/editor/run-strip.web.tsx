import { Square, X } from 'lucide-react'
import { useState } from 'react'
import type { ExecutionStep } from '#src/features/executions/executions.schema.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { SimulatedBadge } from '#src/ui/simulated-badge.tsx'
import { StatusLabel } from '#src/ui/status-icon.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { isUnderWay, type LiveRun } from './panel/live-run.ts'
import type { Trial } from './use-trial.web.tsx'

interface RunStripProps {
  readonly trial: Trial
  readonly onShow: (nodeId: string) => void
}

/** How the last run of the draft goes, or went; each step shows its own part. */
export function RunStrip({ trial, onShow }: RunStripProps) {
  const { live, workflowId } = trial
  const { executionId, status } = live
  const [closed, setClosed] = useState<string>()
  // Others may have failed without ending the run.
  const failed = live.error?.nodeId
  if (executionId === undefined || status === undefined || closed === executionId) return null
  return (
    <section
      aria-label="Last run"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-4 py-1.5 text-13"
    >
      <StatusLabel status={status} />
      {live.simulated ? (
        <>
          <SimulatedBadge />
          <span className="text-text-2">Nobody outside was asked or told anything.</span>
        </>
      ) : null}
      {live.error === null ? null : (
        <span className="min-w-0 text-bad [overflow-wrap:anywhere]">{live.error.message}</span>
      )}
      {live.status === 'waiting' ? <WaitingSteps {...{ live, onShow }} /> : null}
      {failed === undefined ? null : (
        <Button size="dense" onClick={() => onShow(failed)}>
          Show the step
        </Button>
      )}
      <TextLink to={`/workflows/${workflowId}/executions/${executionId}`} className="inline-flex min-h-6 items-center">
        Open the execution
      </TextLink>
      <span className="ms-auto flex items-center gap-1">
        {isUnderWay(status) ? (
          <Button size="dense" icon={Square} busy={trial.isStopping} onClick={trial.stop}>
            Stop
          </Button>
        ) : (
          <IconButton icon={X} size="dense" aria-label="Hide the last run" onClick={() => setClosed(executionId)} />
        )}
      </span>
    </section>
  )
}

const MOST_SHOWN = 3

/** What keeps the run from going on. */
function WaitingSteps({ live, onShow }: { readonly live: LiveRun; readonly onShow: RunStripProps['onShow'] }) {
  const waiting = [...live.steps.values()].filter(({ status }) => status === 'waiting')
  return (
    <>
      {waiting.slice(0, MOST_SHOWN).map((step) => (
        <span key={step.nodeId} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 text-text-2 [overflow-wrap:anywhere]">
            “{step.name}” <WaitWords step={step} />
          </span>
          <Button size="dense" onClick={() => onShow(step.nodeId)}>
            Show<span className="sr-only"> “{step.name}”</span>
          </Button>
        </span>
      ))}
      {waiting.length > MOST_SHOWN ? <span className="text-text-2">and {waiting.length - MOST_SHOWN} more</span> : null}
    </>
  )
}

function WaitWords({ step: { type, error, dueAt } }: { readonly step: ExecutionStep }) {
  if (error !== null) return 'failed, and is tried again after a pause'
  const end = dueAt === null ? null : <TimeAgo at={dueAt} />
  switch (type) {
    case 'approval':
      return <>waits for a decision{end === null ? null : <>, which closes {end}</>}</>
    case 'workflow':
      return 'waits for the workflow that it called'
    default:
      return <>waits{end === null ? null : <>, and is due {end}</>}</>
  }
}

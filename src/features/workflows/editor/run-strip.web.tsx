import { Square, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#src/ui/button.tsx'
import { SimulatedBadge } from '#src/ui/simulated-badge.tsx'
import { StatusLabel } from '#src/ui/status-icon.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { isUnderWay } from './panel/live-run.ts'
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

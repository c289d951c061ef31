import { useQuery } from '@tanstack/react-query'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import type { Execution, executionsContract } from '#src/features/executions/executions.schema.ts'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import { isFinal } from '#src/lib/run-status.ts'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { LiveRegion } from '#src/ui/live-region.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { StatusLabel } from '#src/ui/status-icon.tsx'
import { TextLink } from '#src/ui/text-link.tsx'

/** How often a run that goes on is looked at. */
const LOOK_MS = 700

interface StepTrialProps {
  readonly workflowId: string
  readonly node: GraphNode
  readonly executionId: string
}

/** What a step came to when it was tried. */
export function StepTrial({ workflowId, node, executionId }: StepTrialProps) {
  const { data, error } = useQuery({
    ...getting<typeof executionsContract.get>('/api/executions', executionId),
    refetchInterval: ({ state }) => (state.data && isFinal(state.data.execution.status) ? false : LOOK_MS),
  })
  if (data === undefined)
    return error === null ? (
      <Spinner label="Starting…" showLabel />
    ) : (
      <p className="text-14 text-bad">{toApiError(error).message}</p>
    )
  return <Result execution={data.execution} {...{ workflowId, node, executionId }} />
}

function Result({ execution, workflowId, node, executionId }: StepTrialProps & { execution: Execution }) {
  const step = execution.steps.find(({ nodeId }) => nodeId === node.id)
  const status = step === undefined || step.status === 'pending' ? execution.status : step.status
  const hasEnded = isFinal(execution.status)
  const failure = step?.error ?? (step === undefined ? execution.error : null)
  return (
    <section aria-label={`Last try of ${node.name}`} className="flex flex-col gap-3">
      <LiveRegion message={hasEnded ? `${node.name}: ${status}` : ''} />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-14">
        <StatusLabel status={status} />
        <TextLink to={`/workflows/${workflowId}/executions/${executionId}`}>Open the whole execution</TextLink>
      </p>
      {failure === null ? null : <p className="text-14 text-bad [overflow-wrap:anywhere]">{failure.message}</p>}
      {status === 'skipped' ? (
        <p className="text-14 text-text-2">The run did not come this way.</p>
      ) : step !== undefined && failure === null && hasEnded ? (
        <CodeBlock label="Output" code={JSON.stringify(step.output, null, 2) ?? 'null'} />
      ) : null}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import type { PollState, pollsContract } from '#src/features/polls/polls.schema.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { Card } from '#src/ui/card.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { NodeTypes } from './graph-edit.ts'

const REFRESH_MS = 15_000

interface PollCardProps {
  readonly workflowId: string
  readonly graph: Graph
  readonly types: NodeTypes
  readonly isLive: boolean
}

/** How the search for new events goes. */
export function PollCard({ workflowId, graph, types, isLive }: PollCardProps) {
  if (!graph.nodes.some(({ type }) => types.get(type)?.polls === true)) return null
  return (
    <Card heading="Looking for events">
      {isLive ? (
        <Polls workflowId={workflowId} nameOf={(id) => graph.nodes.find((node) => node.id === id)?.name ?? id} />
      ) : (
        <p className="text-14 text-text-2">It begins once the workflow is published.</p>
      )}
    </Card>
  )
}

function Polls({ workflowId, nameOf }: { workflowId: string; nameOf: (nodeId: string) => string }) {
  const { data, error } = useQuery({
    ...getting<typeof pollsContract.list>('/api/workflows', workflowId, 'polls'),
    refetchInterval: REFRESH_MS,
  })
  if (data === undefined)
    return error === null ? (
      <Spinner label="Asking how it goes…" showLabel />
    ) : (
      <p className="text-14 text-text-2">{toApiError(error).message}</p>
    )
  return (
    <ul className="flex flex-col gap-4">
      {data.polls.map((poll) => (
        <li key={poll.nodeId} className="flex flex-col gap-1 text-14">
          <p className="[overflow-wrap:anywhere]">{nameOf(poll.nodeId)}</p>
          <Poll {...poll} />
        </li>
      ))}
    </ul>
  )
}

const Poll = ({ lookedAt, foundAt, nextAt, failures, error }: PollState) => (
  <>
    {error === null ? null : (
      <p className="text-bad [overflow-wrap:anywhere]">
        {failures === 1 ? 'The last look failed' : `The last ${failures} looks failed`}: {error.message}
      </p>
    )}
    <p className="text-text-2">
      {lookedAt === null ? (
        'Nothing was seen yet'
      ) : (
        <>
          Looked <TimeAgo at={lookedAt} />
        </>
      )}
    </p>
    <p className="text-text-2">
      {foundAt === null ? (
        'Nothing new so far'
      ) : (
        <>
          Last start of a run: <TimeAgo at={foundAt} />
        </>
      )}
    </p>
    {error === null ? null : (
      <p className="text-text-2">
        Looks again <TimeAgo at={nextAt} />
      </p>
    )}
  </>
)

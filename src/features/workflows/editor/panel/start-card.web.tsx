import { Suspense } from 'react'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import type { Workflow } from '../../workflows.schema.ts'
import { FormCard } from '../form-card.web.tsx'
import type { NodeTypes } from '../graph-edit.ts'
import { PollCard } from '../poll-card.web.tsx'
import { WebhookCard } from '../webhook-card.web.tsx'

const ScheduleCard = lazyPart(async () => (await import('../schedule-card.web.tsx')).ScheduleCard)

interface StartCardProps {
  readonly workflow: Workflow
  readonly graph: Graph
  readonly types: NodeTypes
  readonly publicUrl: string
  readonly node: GraphNode
  /** What the trigger brought last, where that is known. */
  readonly brought: unknown
}

/** What a trigger has beside its settings: its address and a way to try it, or the times when it is due. */
export function StartCard({ workflow, graph, types, publicUrl, node, brought }: StartCardProps) {
  const { id, hookPath } = workflow
  const isLive = workflow.status === 'published'
  switch (node.type) {
    case 'webhook':
      return (
        <WebhookCard
          {...{ workflow, graph, lastCall: brought }}
          address={hookPath === null ? null : publicUrl + hookPath}
        />
      )
    case 'form':
      return <FormCard {...{ workflow, publicUrl }} />
    case 'schedule':
      return (
        <Suspense>
          <ScheduleCard graph={graph} />
        </Suspense>
      )
    default:
      return types.get(node.type)?.polls ? (
        <PollCard workflowId={id} graph={graph} types={types} isLive={isLive} />
      ) : null
  }
}

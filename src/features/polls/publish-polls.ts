import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { NodeDefinition } from '#src/sdk/define-node.ts'
import type { Db } from '#src/server/database.ts'
import { deleteOtherPolls, upsertPoll } from './polls.queries.ts'

interface Published {
  readonly workflowId: string
  readonly graph: Graph
}

type Nodes = Readonly<Record<string, NodeDefinition>>

/** Makes what a workflow looks for that of this version; to be called in the transaction that publishes it. */
export async function publishPolls(nodes: Nodes, transaction: Db, { workflowId, graph }: Published): Promise<void> {
  const polled = graph.nodes.flatMap((node) => {
    const poll = node.disabled ? undefined : nodes[node.type]?.poll
    return poll === undefined ? [] : [{ ...node, pace: poll.pace }]
  })
  const ids = polled.map(({ id }) => id)
  await deleteOtherPolls(transaction, workflowId, ids)
  // The type too: another kind of source must not go on with this one's cursor.
  for (const { id, type, config, pace } of polled)
    await upsertPoll(transaction, { workflow_id: workflowId, node_id: id }, { type, config }, pace)
}

export const removePolls = (transaction: Db, workflowId: string) => deleteOtherPolls(transaction, workflowId, [])

import type { Pool } from 'pg'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import { touches } from './decide/lane.ts'
import type { Engine, NodeRegistry } from './engine.ts'
import { readOutcomes } from './reuse.queries.ts'
import { cameToAnEnd, gaveLast, handedOn } from './reuse.ts'

/** What runs that have ended hand on to those that repeat them. */
export const createOutcomes =
  (pool: Pool, nodes: NodeRegistry): Engine['outcomesOf'] =>
  async (executionId) => {
    const outcomes = await readOutcomes(pool, executionId)
    return {
      known: cameToAnEnd(outcomes),
      gave: gaveLast(outcomes),
      handOn(graph, ids, inTurns = new Set()) {
        const wanted = graph.nodes.filter(({ id }) => ids.has(id))
        const isPure = ({ id }: GraphNode) => !touches(graph, id, nodes)
        return handedOn({ outcomes, run: executionId, nodes: wanted, inTurns, isPure })
      },
    }
  }

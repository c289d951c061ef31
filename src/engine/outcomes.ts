import type { Pool } from 'pg'
import { touches } from './decide/lane.ts'
import type { Engine, NodeRegistry } from './engine.ts'
import { readOutcomes } from './reuse.queries.ts'
import { cameToAnEnd, handedOn } from './reuse.ts'

/** What runs that have ended hand on to those that repeat them. */
export const createOutcomes =
  (pool: Pool, nodes: NodeRegistry): Engine['outcomesOf'] =>
  async (executionId) => {
    const outcomes = await readOutcomes(pool, executionId)
    return {
      known: cameToAnEnd(outcomes),
      handOn(graph, ids) {
        const wanted = graph.nodes.filter(({ id }) => ids.has(id))
        return handedOn(outcomes, executionId, wanted, ({ id }) => !touches(graph, id, nodes))
      },
    }
  }

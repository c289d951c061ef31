import type { Engine, StartRequest } from '#src/engine/engine.ts'
import type { AccountValues, CheckGraph } from '#src/features/workflows/graph-checks.server.ts'
import { findDraft } from '#src/features/workflows/workflows.queries.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { problemText } from '#src/lib/graph/problem-text.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, assertFound, conflict } from '#src/server/http/app-error.ts'
import { findRunnable } from './executions.queries.ts'

export const notPublished = () =>
  conflict('NOT_PUBLISHED', 'This workflow has no published version. Publish it, or run the draft.')
const cannotRun = (message: string) => new AppError({ code: 'GRAPH_HAS_PROBLEMS', status: 422, message })

export interface ChoiceDeps {
  readonly db: Db
  readonly engine: Engine
  readonly checkGraph: CheckGraph
  /** What the steps of an account can name. */
  readonly valuesOf: (userId: string, graph: Graph) => Promise<AccountValues>
}

type Chosen = Pick<StartRequest, 'version' | 'graph' | 'lane'>

/** Of a part that has nothing but its last step: the workflow may have a start, which does not lead there. */
function unconnected({ nodes, edges }: Graph, last: string | undefined): string | undefined {
  const node = nodes.find(({ id }) => id === last)
  if (node === undefined || edges.some(({ to }) => to === last)) return undefined
  return `Nothing leads to “${node.name}”, so it never runs: connect it to the step before it first`
}

/** A draft, or a part of it that ends with `last`, once nothing in it stands in the way. */
export const createDraftChoice =
  ({ engine, checkGraph, valuesOf }: Pick<ChoiceDeps, 'engine' | 'checkGraph' | 'valuesOf'>) =>
  async (ownerId: string, graph: Graph, last?: string): Promise<Chosen> => {
    const problem = checkGraph(graph, { account: await valuesOf(ownerId, graph) }).find(
      ({ severity }) => severity === 'error',
    )
    const alone = problem?.code === 'TRIGGER_MISSING' ? unconnected(graph, last) : undefined
    if (problem !== undefined) throw cannotRun(alone ?? problemText(graph, problem))
    return { version: null, graph, lane: engine.laneOf(graph) }
  }

/** The graph that a run of this workflow takes: the wanted version, else the published one, or the draft. */
export function createChoice(deps: ChoiceDeps) {
  const { db } = deps
  const ofDraft = createDraftChoice(deps)
  return async (ownerId: string, workflowId: string, wanted: number | 'draft' | undefined): Promise<Chosen> => {
    if (wanted === 'draft') {
      const graph = await findDraft(db, ownerId, workflowId)
      assertFound(graph, 'workflow')
      return ofDraft(ownerId, graph)
    }
    const found = await findRunnable(db, ownerId, workflowId, wanted)
    assertFound(found, 'workflow')
    const { version, graph, lane } = found
    if (version === null) throw notPublished()
    assertFound(graph, 'version')
    assertFound(lane, 'version')
    return { version, graph, lane }
  }
}

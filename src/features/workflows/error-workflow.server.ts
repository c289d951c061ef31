import type { Graph, Problem } from '#src/lib/graph/graph.schema.ts'
import type { Db } from '#src/server/database.ts'
import { signedIn } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { errorWorkflowContract } from './error-workflow.schema.ts'
import { findPublished, listErrorWorkflows } from './workflows.queries.ts'

const startsOnFailure = (graph: Graph) => graph.nodes.some(({ type, disabled }) => type === 'error' && !disabled)

/** Whether the workflow that is to be told of failures can be. That it is published later is no reason to wait. */
export async function errorWorkflowProblems(db: Db, ownerId: string, { id, graph }: { id: string; graph: Graph }) {
  const target = graph.settings.errorWorkflowId
  if (target === undefined) return []
  const found = target === id ? { graph, is_paused: false } : await findPublished(db, ownerId, target)
  const problem = (severity: Problem['severity'], code: string, message: string): Problem[] => [
    { severity, code, message },
  ]
  if (found === undefined)
    return problem('error', 'ERROR_WORKFLOW_MISSING', 'The workflow that is to start after a failure does not exist')
  if (found.graph === null)
    return problem(
      'warning',
      'ERROR_WORKFLOW_OFF',
      `The workflow that is to start after a failure is ${found.is_paused ? 'paused: until it goes on, failures are not told' : 'not published'}`,
    )
  if (!startsOnFailure(found.graph))
    return problem(
      'warning',
      'ERROR_WORKFLOW_OFF',
      'The workflow that is to start after a failure does not begin with the step “Failed workflow”',
    )
  return []
}

export const errorWorkflowRoutes = ({ db }: { readonly db: Db }): Route[] => [
  route(errorWorkflowContract.list, [signedIn], async ({ user }) => {
    const rows = await listErrorWorkflows(db, user.id)
    return { workflows: rows.map(({ is_published, ...row }) => ({ ...row, isPublished: is_published })) }
  }),
]

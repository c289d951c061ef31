import { redact } from '#src/engine/decide/redact.ts'
import { formsOf, hideSecrets } from '#src/engine/decide/secret-forms.ts'
import type { Engine } from '#src/engine/engine.ts'
import { replaceDraftIn } from '#src/features/workflows/kept-drafts/kept-drafts.queries.ts'
import { listPins, lockPins, setPin } from '#src/features/workflows/pins/pins.queries.ts'
import { Pin } from '#src/features/workflows/pins/pins.schema.ts'
import { tooManyPins } from '#src/features/workflows/pins/pins.server.ts'
import { findWorkflow } from '#src/features/workflows/workflows.queries.ts'
import { revisionConflict } from '#src/features/workflows/workflows.server.ts'
import { diffGraphs, diffText } from '#src/lib/graph/diff.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { type BodyPortOf, bodiesOf, loopsAround } from '#src/lib/graph/loops.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { isFinal } from '#src/lib/run-status.ts'
import { isSameJson } from '#src/lib/same-json.ts'
import type { Json } from '#src/sdk/json.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { signedIn } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { type Debugged, debugContract } from './debug.schema.ts'
import { findRetryable } from './executions.queries.ts'
import { type Asking, ownExecution } from './own-execution.server.ts'
import { executionRunning } from './retry.server.ts'
import { forUndo, type Pinned } from './undo-of-debug.ts'

interface DebugDeps {
  readonly db: Db
  readonly engine: Pick<Engine, 'outcomesOf' | 'touches'>
  readonly bodyPortOf: BodyPortOf
  /** The values of somebody's secrets. */
  readonly secretsOf: (userId: string) => Promise<string[]>
}

interface Output {
  readonly node: GraphNode
  readonly output: Json
  readonly port: string
}

const markOf = ({ id, name }: GraphNode) => ({ nodeId: id, name })

/** Lets somebody go through a run that is over in the editor, without doing again what it did. */
export function debugRoutes({ db, engine, bodyPortOf, secretsOf }: DebugDeps): Route[] {
  async function find(asking: Asking, id: string) {
    const run = await ownExecution(db, asking, id, findRetryable)
    const workflow = await findWorkflow(db, asking.userId, run.workflow_id)
    assertFound(workflow, 'workflow')
    return { run, workflow }
  }

  /** What came of the steps that do more than compute: all others are computed anew. Turns of loops are left to them. */
  async function outputsOf(id: string, ran: Graph): Promise<Output[]> {
    const around = loopsAround(bodiesOf(ran, bodyPortOf))
    const wanted = ran.nodes.filter((node) => !around.has(node.id) && engine.touches(ran, node.id))
    const { reuse } = (await engine.outcomesOf(id)).handOn(ran, new Set(wanted.map((node) => node.id)))
    return wanted.flatMap((node) => {
      const attempt = Object.hasOwn(reuse.steps, node.id) ? reuse.steps[node.id]?.attempt : undefined
      return attempt?.ok !== true || attempt.pause !== undefined
        ? []
        : [{ node, output: attempt.output, port: attempt.port }]
    })
  }

  /** Those of a graph that may be called otherwise by now, but are of the same kind. */
  const fitting = (outputs: readonly Output[], graph: Graph) =>
    outputs.filter(({ node }) => nodeById(graph, node.id)?.type === node.type)

  return [
    route(debugContract.ran, [signedIn], async ({ user, params, address }) => {
      const { run } = await find({ userId: user.id, address }, params.id)
      return { graph: run.graph }
    }),
    route(debugContract.plan, [signedIn], async ({ user, params, address }) => {
      const { run, workflow } = await find({ userId: user.id, address }, params.id)
      const outputs = isFinal(run.status) ? await outputsOf(params.id, run.graph) : []
      const pins = await listPins(db, run.workflow_id)
      return {
        debug: {
          revision: workflow.draft_revision,
          changes: diffText(diffGraphs(workflow.draft, run.graph)),
          outputs: outputs.map(({ node }) => markOf(node)),
          pinned: Object.keys(pins).length,
        },
      }
    }),
    route(debugContract.start, [signedIn], async ({ user, params, body, address }) => {
      const { run, workflow } = await find({ userId: user.id, address }, params.id)
      if (!isFinal(run.status)) throw executionRunning()
      const graph = body.draft === 'replace' ? run.graph : workflow.draft
      const outputs = fitting(await outputsOf(params.id, run.graph), graph)
      const secrets = (await secretsOf(user.id)).map(formsOf)
      const pinned: Pinned[] = []
      const leftOut: Debugged['leftOut'] = []
      await db.transaction().execute(async (transaction) => {
        await lockPins(transaction, run.workflow_id)
        const before = await listPins(transaction, run.workflow_id)
        if (body.draft === 'replace') {
          const replacement = { graph, revision: body.revision, reason: 'restored' } as const
          const revision = await replaceDraftIn(transaction, run.workflow_id, replacement)
          if (revision === undefined) throw revisionConflict()
        }
        for (const { node, output, port } of outputs) {
          // As the log shows it: what is hidden there by its name is no pin that everybody who edits can read.
          const pin = Pin.safeParse({ output: redact(output), port })
          const holdsSecret = !isSameJson(hideSecrets(output, secrets), output)
          if (holdsSecret) leftOut.push({ ...markOf(node), message: 'Its output holds one of your secrets' })
          else if (!pin.success) leftOut.push({ ...markOf(node), message: 'Its output is too long to be pinned' })
          else {
            if (!(await setPin(transaction, run.workflow_id, node.id, pin.data))) throw tooManyPins()
            pinned.push({ ...markOf(node), before: before[node.id] ?? null, after: pin.data })
          }
        }
      })
      return { ...forUndo(pinned), leftOut }
    }),
  ]
}

import type { Engine, NodeRegistry } from '#src/engine/engine.ts'
import { fixedOutput, type Reuse, type ReusedStep } from '#src/engine/reuse.ts'
import type { Pins } from '#src/features/workflows/pins/pins.schema.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { portsOf } from '#src/lib/graph/ports.ts'
import { sampleOfSchema } from '#src/lib/json-schema-sample.ts'
import type { StandIn } from '#src/lib/run-status.ts'
import type { NodeDefinition } from '#src/sdk/define-node.ts'
import type { Db } from '#src/server/database.ts'
import { listEndedRuns } from './executions.queries.ts'

/** How many of the last runs are looked through for what steps gave. */
export const RUNS_LOOKED_AT = 10

export interface SimulationDeps {
  readonly db: Db
  readonly engine: Pick<Engine, 'outcomesOf'>
  readonly nodes: NodeRegistry
}

type Simulation = Required<Pick<Reuse, 'steps' | 'standIns'>>

/** A step that a simulated run does not run. */
interface Reaching {
  readonly node: GraphNode
  readonly definition: NodeDefinition
}

const reachingIn = ({ nodes: steps }: Graph, nodes: NodeRegistry): Reaching[] =>
  steps.flatMap((node) => {
    const definition = Object.hasOwn(nodes, node.type) ? nodes[node.type] : undefined
    return definition === undefined || definition.reaches === 'nothing' ? [] : [{ node, definition }]
  })

/** Where others decide which way the run goes on, or time does, the last run says nothing of the next one. */
const repeatsItself = ({ node, definition }: Reaching): boolean =>
  definition.reaches === 'outside' && portsOf(definition.ports, node.config).length === 1

/** It goes on by its first way out. */
function sampled({ node, definition }: Reaching): ReusedStep {
  const [port = 'out'] = portsOf(definition.ports, node.config)
  return fixedOutput(sampleOfSchema(definition.output(node.config)), port)
}

/** What stands in a simulated run for the steps that reach further than this server. */
export function createSimulation({ db, engine, nodes }: SimulationDeps) {
  /** What these steps gave in the last run, of those looked at, in which each of them succeeded. */
  async function lastGiven(workflowId: string, wanted: readonly Reaching[]): Promise<Map<string, ReusedStep>> {
    const given = new Map<string, ReusedStep>()
    const open = new Map(wanted.map(({ node }) => [node.id, node.type]))
    for (const { id, types } of open.size === 0 ? [] : await listEndedRuns(db, workflowId, RUNS_LOOKED_AT)) {
      const { gave } = await engine.outcomesOf(id)
      for (const [nodeId, type] of open) {
        const step = types[nodeId] === type ? gave.get(nodeId) : undefined
        if (step === undefined) continue
        given.set(nodeId, step)
        open.delete(nodeId)
      }
      if (open.size === 0) break
    }
    return given
  }

  return async function simulate(workflowId: string, graph: Graph, pins: Pins): Promise<Simulation> {
    const reaching = reachingIn(graph, nodes)
    const isPinned = ({ node }: Reaching) => Object.hasOwn(pins, node.id)
    const given = await lastGiven(
      workflowId,
      reaching.filter((step) => repeatsItself(step) && !isPinned(step)),
    )
    const stand = (step: Reaching): readonly [ReusedStep, StandIn] => {
      const pin = isPinned(step) ? pins[step.node.id] : undefined
      if (pin !== undefined) return [fixedOutput(pin.output, pin.port), 'pinned']
      const last = given.get(step.node.id)
      if (last !== undefined) return [last, 'last-run']
      return [sampled(step), step.definition.reaches === 'time' ? 'passed' : 'sample']
    }
    const standing = reaching.map((step) => [step.node.id, ...stand(step)] as const)
    return {
      steps: Object.fromEntries(standing.map(([id, step]) => [id, step])),
      standIns: Object.fromEntries(standing.map(([id, , from]) => [id, from])),
    }
  }
}

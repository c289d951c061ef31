import type { Scope } from '#src/lib/expressions/scope.ts'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import { stepName, withoutTurn } from '#src/lib/graph/step-name.ts'
import type { StandIn } from '#src/lib/run-status.ts'
import type { PauseEnd } from '#src/sdk/define-node.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { type Attempt, afterPause, type RunFacts } from './attempt.ts'
import type { EngineHost, HandedOn } from './engine.ts'
import type { Plan, PlannedNode } from './plan.ts'
import type { Prepared } from './prepare.ts'

/** What a step came to before. */
export interface ReusedStep {
  /** The run that it comes from; absent for an output that somebody has fixed. */
  readonly run?: string
  /** Absent for a pure node: evaluated again as that run saw it, it comes out the same. */
  readonly attempt?: Attempt
  /** How its pause ended. */
  readonly end?: PauseEnd
}

/** What a run takes over instead of doing it again. It is kept with the run, as JSON. */
export interface Reuse {
  /** The runs that it comes from, as their nodes saw them. */
  readonly runs: Readonly<Record<string, Pick<RunFacts, 'startedAt' | 'vars'>>>
  /** By the name of the step: its node, and in loops the turn. */
  readonly steps: Readonly<Record<string, ReusedStep>>
  /** Makes the run a simulated one: by node, of all that reach further than this server, what stands for them. */
  readonly standIns?: Readonly<Record<string, StandIn>>
}

export const NOTHING_REUSED: Reuse = { runs: {}, steps: {} }

/** An output that somebody has fixed, as if the node had given it. */
export const fixedOutput = (output: Json, port: string): ReusedStep => ({
  attempt: { startedAt: 0, durationMs: 0, ok: true, output, port },
})

/** What each node with side effects gave when it last succeeded, to stand for it in every turn; by node. */
export function gaveLast({ steps }: Reuse): Map<string, ReusedStep> {
  const last = new Map<string, ReusedStep>()
  for (const [name, { run, ...step }] of Object.entries(steps)) {
    const { attempt, end } = step
    // Without a run it was fixed then, and the step gave nothing.
    if (run === undefined || attempt?.ok !== true || (attempt.pause !== undefined && end === undefined)) continue
    const node = withoutTurn(name)
    if (attempt.startedAt >= (last.get(node)?.attempt?.startedAt ?? 0)) last.set(node, step)
  }
  return last
}

interface Handing {
  readonly outcomes: Reuse
  readonly run: string
  /** All of these came to an end in the run. */
  readonly nodes: readonly GraphNode[]
  /** Ids of nodes in loops that go around again: of these, what was done in a turn. */
  readonly inTurns: ReadonlySet<string>
  readonly isPure: (node: GraphNode) => boolean
}

/** What a later run takes over. */
export function handedOn({ outcomes, run, nodes, inTurns, isPure }: Handing): HandedOn {
  const isKnown = (node: GraphNode) => Object.hasOwn(outcomes.steps, node.id) || isPure(node)
  const [known, unknown] = [nodes.filter(isKnown), nodes.filter((node) => !isKnown(node))]
  const steps = known.map(({ id }) => [id, outcomes.steps[id] ?? { run }])
  const turns = inTurns.size === 0 ? [] : cameToAnEnd(outcomes).filter((name) => inTurns.has(withoutTurn(name)))
  const ofTurns = turns.map((name) => [name, outcomes.steps[name]])
  return { reuse: { runs: outcomes.runs, steps: Object.fromEntries([...steps, ...ofTurns]) }, unknown }
}

/** The nodes whose outcome a run can go on from. */
export const cameToAnEnd = ({ steps }: Reuse): string[] =>
  Object.entries(steps).flatMap(([id, { attempt, end }]) => {
    if (attempt === undefined) return []
    const isDone = attempt.ok ? attempt.pause === undefined || end !== undefined : attempt.decision.do === 'go-on'
    return isDone ? [id] : []
  })

const stepIn = ({ steps }: Reuse, name: string) => (Object.hasOwn(steps, name) ? steps[name] : undefined)

function fixedIn(reuse: Reuse, nodeId: string): ReusedStep | undefined {
  const step = stepIn(reuse, nodeId)
  return step?.run === undefined ? step : undefined
}

/** A run as a step that was taken over saw it. */
export interface TakenOver {
  readonly step: ReusedStep
  readonly facts: RunFacts
  readonly scope: Scope
}

interface Seen {
  readonly plan: Plan
  readonly run: RunFacts
  readonly scope: Scope
  readonly runtime: { readonly reuse?: Reuse; readonly host: EngineHost }
}

/** In a loop an output that somebody has fixed is that of its node, in every turn. */
export function takenOver(
  { plan, run, scope, runtime }: Seen,
  nodeId: string,
  iteration: string,
): TakenOver | undefined {
  const { reuse } = runtime
  if (reuse === undefined) return undefined
  const step = fixedIn(reuse, nodeId) ?? stepIn(reuse, stepName(nodeId, iteration))
  if (step === undefined) return undefined
  const seen = step.run === undefined ? undefined : reuse.runs[step.run]
  if (step.run === undefined || seen === undefined) return { step, facts: run, scope }
  const { vars: _, ...rest } = run
  const facts = { ...rest, ...seen, id: step.run }
  return { step, facts, scope: { ...scope, ...factsScope(plan, facts, runtime.host) } }
}

/** What expressions see of a run. */
export function factsScope(plan: Plan, run: RunFacts, host: EngineHost): Pick<Scope, 'vars' | 'run'> {
  const vars: JsonObject = run.vars ?? {}
  return { vars, run: { id: run.id, startedAt: run.startedAt, resumeUrls: resumeUrlsOf(plan, run, host) } }
}

/** Where calls end the pauses of this run, by step key. */
function resumeUrlsOf({ main }: Plan, run: RunFacts, host: EngineHost): { [key: string]: string } {
  const urls: { [key: string]: string } = {}
  for (const { node, definition } of main.nodes)
    if (definition?.takesCalls?.(node.config)) urls[node.key] = host.resumeUrl?.(run.id, node.id) ?? ''
  return urls
}

/** Whether the run may run this node: a simulated one never runs what reaches further. */
export const mayRun = ({ definition }: PlannedNode, reuse: Reuse | undefined): boolean =>
  reuse?.standIns === undefined || definition === undefined || definition.reaches === 'nothing'

/** Who pins an output does without the settings of the step; of what else stands for one they must be right. */
export const needsSettings = ({ node }: PlannedNode, { standIns = {} }: Reuse): boolean =>
  Object.hasOwn(standIns, node.id) && standIns[node.id] !== 'pinned'

/** What the step came to, once more. */
export function recalled(planned: PlannedNode, prepared: Prepared, attempt: Attempt, { end }: ReusedStep): Attempt {
  if (!attempt.ok || attempt.pause === undefined || !prepared.ok) return attempt
  return afterPause(planned, prepared.config, attempt, end ?? { kind: 'due' })
}

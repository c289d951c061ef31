import type { Scope } from '#src/lib/expressions/scope.ts'
import { stepName } from '#src/lib/graph/step-name.ts'
import { type FinalRunStatus, isOpenStep } from '#src/lib/run-status.ts'
import type { Json } from '#src/sdk/json.ts'
import type { AtOnce } from './at-once.ts'
import type { Attempt, RunFacts } from './attempt.ts'
import type { Failure } from './decide/after-failure.ts'
import { type Told, tellsStep } from './decide/told-turns.ts'
import type { ExecutionError, RunHost, RunResponse, StepRecord } from './engine.ts'
import type { Level, Plan, PlannedNode } from './plan.ts'
import type { Reuse } from './reuse.ts'
import type { RunRoom } from './run-room.ts'
import type { RunSecrets } from './run-secrets.ts'
import type { Park, Strands } from './strands.ts'

/** What a lane lends to the interpreter. */
export interface Runtime {
  readonly host: RunHost
  /** Fires when the run must stop; its reason is the Failure that says why. */
  readonly signal: AbortSignal
  /** What need not be done again. */
  readonly reuse?: Reuse
  /** Runs one attempt of a node with side effects, or recalls what it gave before a crash. */
  checkpoint(name: string, work: () => Promise<Attempt>): Promise<Attempt>
  /** What `checkpoint` would recall. */
  recorded?(name: string): Attempt | undefined
  /** What `checkpoint` has remembered, read again; undefined when somebody else has the run. */
  recall?(name: string): Promise<Attempt | undefined>
  /** Without it every pause is waited out. */
  park?: Park
  /** The run waits in its place for so long; its time limit does not count that. */
  onShortPause?(ms: number): void
  /** True for a step whose end an earlier segment has told and written. */
  isLogged?(step: Pick<StepRecord, 'seq' | 'iteration'>): boolean
  /** A step began, is waiting for its next attempt, or is done. */
  onStep?(step: StepRecord): void
  /** The first answer of a respond node that side effects follow. The walk goes on when this resolves. */
  onEarlyResponse?(response: RunResponse): Promise<void>
}

export interface Outcome {
  readonly status: FinalRunStatus
  readonly output: Json
  readonly error: ExecutionError | null
  readonly response: RunResponse | null
  readonly steps: readonly StepRecord[]
}

/** Whatever is walked takes room from what the run has, never from the books of all runs. */
export type WalkRuntime = Omit<Runtime, 'host'> & { readonly host: Omit<RunHost, 'sizes'> }

export type End = Pick<Outcome, 'status' | 'error'>

/** What all that goes on in one run shares. */
export interface Shared {
  readonly steps: StepRecord[]
  readonly strands: Strands
  readonly atOnce: AtOnce
  readonly room: RunRoom
  /** What is told of loops. */
  readonly told: Told
  /** Of all loops. */
  turns: number
  /** Characters of all that is in memory for the run, what its turns hold too. */
  held: number
  response: RunResponse | null
  /** Set by the node that ends the run before its time. */
  end: End | undefined
}

/** One level of the graph on its way: all that is outside of loops, or one turn of a loop. */
export interface Walk {
  readonly plan: Plan
  readonly run: RunFacts
  readonly runtime: WalkRuntime
  readonly secrets: RunSecrets
  readonly shared: Shared
  readonly level: Level
  readonly scope: Scope
  /** The part of the scope that grows: the output of each step by its key. */
  readonly outputs: { [key: string]: Json }
  /** By place: the port that a node was left by. */
  readonly taken: (string | undefined)[]
  /** By place: what a node gave; the last one is what the level gives. */
  readonly given: (Json | undefined)[]
  /** Places of the nodes that are done, or never will be. */
  readonly settled: Set<number>
  /** The turn of the loops around it: "" outside of all, "3", "3.0". */
  readonly iteration: string
  /** False in a turn of which only failures are written. */
  readonly isTold: boolean
  /** Characters of all inputs and outputs that are in memory for it. */
  readonly held: { size: number }
  /** Fires when this part of the run must stop. */
  readonly signal: AbortSignal
}

/** Where a run of this step can stop to wait. */
export const placeOf = (step: string): string => `${step}:0`

export const stepOf = ({ iteration }: Walk, { node }: PlannedNode): string => stepName(node.id, iteration)

export const checkpointName = (walk: Walk, planned: PlannedNode, attempt: number): string =>
  `${stepOf(walk, planned)}#${attempt}`

export const iso = (ms: number): string => new Date(ms).toISOString()

export const errorOf = (
  { node }: PlannedNode,
  { code, message, technical, details, path }: Failure,
): ExecutionError => ({
  code,
  message: `${node.name}: ${message}`,
  nodeId: node.id,
  key: node.key,
  ...(technical !== undefined && { technical }),
  ...(details !== undefined && details.length > 0 && { details }),
  ...(path !== undefined && { path }),
})

export const hidden = ({ secrets }: Pick<Walk, 'secrets'>, step: StepRecord): StepRecord => ({
  ...step,
  input: secrets.hide(step.input),
  output: secrets.hide(step.output),
  error: secrets.hideIn(step.error),
})

export const neverRan = {
  ...{ attempts: 0, startedAt: null, durationMs: null },
  ...{ input: null, output: null, error: null },
} as const

/** Tells of a step what it is to be seen by, and keeps it for the log when it is done. */
export function record(
  walk: Walk,
  { node, seq }: PlannedNode,
  step: Omit<StepRecord, 'seq' | 'nodeId' | 'key' | 'iteration'>,
): void {
  const { runtime, shared, iteration, isTold } = walk
  const place = { seq, ...(iteration !== '' && { iteration }) }
  if (iteration !== '' && !tellsStep({ isTold, hasFailed: step.status === 'failed' }, shared.told)) return
  if (runtime.isLogged?.(place)) return
  const full = hidden(walk, { ...place, nodeId: node.id, key: node.key, ...step })
  if (!isOpenStep(step.status)) shared.steps.push(full)
  runtime.onStep?.(full)
}

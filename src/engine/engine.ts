import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import type { RunStatus, StepStatus } from '#src/lib/run-status.ts'
import type { TriggerKind } from '#src/lib/trigger-kinds.ts'
import type {
  Ask,
  CodeResult,
  HttpRequest,
  HttpResponse,
  ModelAnswer,
  ModelQuestion,
  NodeContext,
  NodeDefinition,
  OutgoingMail,
  RunFile,
} from '#src/sdk/define-node.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import type { FieldError } from '#src/sdk/validate-input.ts'
import type { Reuse, ReusedStep } from './reuse.ts'

/**
 * How a run is made durable.
 * inline: every node is pure, so the graph is evaluated first and written with its log in one commit.
 * direct: the run is committed first, then interpreted with a checkpoint after each side effect.
 * A run that is enqueued is kept in the lane `queued`, whatever its graph.
 */
export type Lane = 'inline' | 'direct'

/** Makes a run one that goes on from what is known. */
export interface Repeat {
  /** The run that it repeats. */
  readonly of?: string
  /** What it need not do again. */
  readonly reuse?: Reuse
}

export interface HandedOn {
  readonly reuse: Reuse
  /** Nodes with side effects of which is not known any more what they came to. */
  readonly unknown: readonly GraphNode[]
}

/** What an execution that has ended came to. */
export interface Outcomes {
  /** Nodes with side effects of which is known what they came to, be it written in the log or not. */
  readonly known: readonly string[]
  /** What each node with side effects gave when it last succeeded, ready to stand for it; by node. */
  readonly gave: ReadonlyMap<string, ReusedStep>
  /**
   * What a later run of this graph need not do again: these nodes, which came to an end in this one, and of those in
   * loops that go around again, what was done in their turns.
   */
  handOn(graph: Graph, ids: ReadonlySet<string>, inTurns?: ReadonlySet<string>): HandedOn
}

export interface StartRequest {
  /** Chosen by a caller that has to know it before the run is there. */
  readonly executionId?: string
  readonly workflowId: string
  readonly ownerId: string
  /** Null for the draft, whose graph is then kept with the run. */
  readonly version: number | null
  readonly graph: Graph
  readonly lane: Lane
  readonly repeat?: Repeat
  /** Somebody at work waits for it, so it does not wait for its turn: it might be that of its own caller. */
  readonly isAwaited?: boolean
  /** What its event calls the run; at most `MAX_RUN_KEY` characters. */
  readonly key?: string
  readonly trigger: {
    readonly kind: TriggerKind
    readonly payload: Json
    /** Of several triggers of this kind, the one to start from; all of them when absent. */
    readonly nodeId?: string
  }
}

/** An open transaction of the caller. A client of pg is one; `asEngineTransaction` makes one of Kysely's. */
export interface EngineTransaction {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>
}

/** `message` is for people; `technical` may hold what only a developer understands. */
export interface ExecutionError {
  readonly code: string
  readonly message: string
  readonly nodeId?: string
  readonly key?: string
  readonly technical?: string
  /** What was refused: inputs of a tool, or what an expression could not read. */
  readonly details?: readonly FieldError[]
  /** Where in the node's config, for an expression without a value and a value that does not fit. */
  readonly path?: string
}

/** What a respond node promised to the one who waits. */
export interface RunResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json
}

export interface RunAnswer {
  readonly executionId: string
  readonly status: RunStatus
  readonly response?: RunResponse
  readonly output?: Json
  readonly error?: ExecutionError
}

/** One row of a run's log. `input` is the node's config with its expressions filled in; secrets are redacted. */
export interface StepRecord {
  readonly seq: number
  /** In loops, the turn: "3", or "3.0" in a loop inside a loop. */
  readonly iteration?: string
  readonly nodeId: string
  readonly key: string
  readonly status: StepStatus
  readonly attempts: number
  /** ISO 8601, or null for a step that never ran. */
  readonly startedAt: string | null
  readonly durationMs: number | null
  readonly input: Json
  readonly output: Json
  readonly error: ExecutionError | null
  /** ISO 8601, while it waits: when it goes on at the latest. */
  readonly dueAt?: string
}

export type ExecutionEvent =
  | { readonly kind: 'step'; readonly step: StepRecord }
  | {
      readonly kind: 'execution'
      readonly status: RunStatus
      readonly output: Json
      readonly error: ExecutionError | null
    }

interface EndedPause {
  readonly executionId: string
  readonly nodeId: string
  readonly answer: Json
}

export interface Engine {
  /**
   * Returns when the run is committed; it is queued when its account has as many at work here as it may.
   * Throws an EngineError INVALID_GRAPH when the graph has a cycle.
   */
  start(request: StartRequest): Promise<{ executionId: string }>
  /**
   * Returns when a respond node has answered or the run has ended; `status` is running when `timeoutMs` passed first.
   * Throws an EngineError TOO_MANY_RUNS when its account has as many at work here as it may.
   */
  startAndWait(request: StartRequest, options: { timeoutMs: number }): Promise<RunAnswer>
  /**
   * Accepts a run for later: it exists, and will begin, if and only if the caller's transaction commits. Whoever has
   * many runs waiting does not keep others from theirs. Throws an EngineError INVALID_GRAPH when the graph has a cycle.
   */
  enqueue(transaction: EngineTransaction, request: StartRequest): Promise<{ executionId: string }>
  /**
   * Ends a pause that may be ended before its time, as soon as the caller's transaction commits; also one that the run
   * has not come to yet. False when it was ended before, or the run has. In loops `nodeId` names the step: "n_ask@3".
   */
  wake(transaction: EngineTransaction, pause: EndedPause): Promise<boolean>
  /** What such a pause ends with when its time is over before anybody ends it. False when it was ended, or the run has. */
  answerSoFar(transaction: EngineTransaction, pause: EndedPause): Promise<boolean>
  outcomesOf(executionId: string): Promise<Outcomes>
  cancel(executionId: string): Promise<'requested' | 'already-final'>
  /** Removes what is kept here of these runs, be they at an end or not. The caller removes their executions. */
  forget(executionIds: readonly string[]): Promise<void>
  laneOf(graph: Graph): Lane
  /** A node, or for a loop what it repeats, does more than compute. */
  touches(graph: Graph, id: string): boolean
  /** Live events of a run, from whichever process runs it. Returns the way to stop listening. */
  subscribe(executionId: string, listener: (event: ExecutionEvent) => void): () => void
  /** Names this process among those that share the database. */
  readonly executorId: string
  /** The process of this name has ended, or gave no sign of life for so long that its runs are taken over. */
  isGone(executorId: string): Promise<boolean>
  isReady(): boolean
  /** Ends without waiting for runs: what is in flight goes on after the next start. */
  stop(): Promise<void>
}

export interface SizedRun {
  readonly id: string
  readonly ownerId: string
}
export interface SizeRefusal {
  readonly code: string
  readonly message: string
  readonly permanent: boolean
}

/** A run for which there was no room. */
export interface WaitingRun extends SizedRun {
  readonly bytes: number
}

export interface RunSizes {
  /**
   * A large run holds so much by now; why it must not go on, if so. A refusal that is not permanent means that there is
   * no room in this process now. With `mayWait` the account is asked for it all the same, so that the run can go on with
   * it later.
   */
  grow(run: SizedRun, bytes: number, options?: { readonly mayWait?: boolean }): Promise<SizeRefusal | null>
  /**
   * Resolves when so much may be written that cannot be had again and for which there is no room: one after the other,
   * as far as a little room for them does not last. What it gives is to be called when it is written.
   */
  turnToWrite(bytes: number): Promise<() => void>
  /** Resolves when nothing waits for its turn to be written. */
  untilWritten(): Promise<void>
  /** A run comes to work here: takes the room that it needs. How much that is when there is none, and null otherwise. */
  enter(id: string): Promise<number | null>
  /**
   * Lets runs begin for which there is room here now, of all that wait for it, the oldest first. `give` does so, and says
   * which of them no other process was quicker with: for these the room is held until they come.
   */
  admit(waiting: readonly WaitingRun[], give: (ids: readonly string[]) => Promise<readonly string[]>): Promise<void>
  /** The same for a run that is accepted in somebody's transaction, and at work nowhere yet. */
  reserve(transaction: EngineTransaction, run: SizedRun, bytes: number): Promise<SizeRefusal | null>
  /** The run is no longer at work here: it has ended, waits, or goes on elsewhere. */
  leave(id: string): void
  /** The run never comes to be: what the account gave it is free again, soon. */
  forget(id: string): void
}

export interface EngineHost {
  /** The egress client. Rejects with the signal's reason when aborted. */
  fetch(request: HttpRequest, options: { readonly signal: AbortSignal }): Promise<HttpResponse>
  /** Null when the account has no such file. Absent: there are no files. */
  readFile?(id: string, ownerId: string): Promise<RunFile | null>
  runTool(
    slugOrId: string,
    input: JsonObject,
    options: {
      /** The same whenever this step is repeated. */
      readonly stepKey: string
      readonly ownerId: string
      readonly signal: AbortSignal
      readonly version?: number
    },
  ): Promise<JsonObject>
  /** Asks people once, however often it is called for a step. Their decision is handed to `Engine.wake`. */
  ask?(
    question: Ask,
    step: { readonly executionId: string; readonly nodeId: string; readonly ownerId: string },
  ): Promise<{ readonly until: string }>
  /** Where a call ends the pause of this step. */
  resumeUrl?(executionId: string, nodeId: string): string
  /** Absent: there is no outbox. */
  sendMail?(mail: OutgoingMail, options: { readonly stepKey: string; readonly ownerId: string }): Promise<void>
  /** Absent: there is no model. */
  askModel?(question: ModelQuestion, options: { readonly signal: AbortSignal }): Promise<ModelAnswer>
  /** Absent: there is no sandbox. */
  runCode?(
    source: string,
    input: JsonObject,
    options: { readonly ownerId: string; readonly signal: AbortSignal },
  ): Promise<CodeResult>
  /** A workflow of the account as it is published now; null when there is none. Absent: none can be called. */
  findCallable?(
    workflowId: string,
    ownerId: string,
  ): Promise<{ readonly version: number; readonly graph: Graph } | null>
  /** The value of one of an account's secrets; null when it has none of this name. Absent: there are no secrets. */
  secret?(name: string, ownerId: string): Promise<string | null>
  /**
   * All variables of an account, read in `transaction` if there is one: somebody who holds one connection must not
   * wait for another. Absent: there are none.
   */
  variables?(ownerId: string, transaction?: EngineTransaction): Promise<JsonObject>
  /** Where people look at a run. */
  executionUrl?(workflowId: string, executionId: string): string
  /** Keeps the books on what large runs hold and leave behind. Absent: nobody does. */
  readonly sizes?: RunSizes
  /** Resolves when everything that the run's tools wrote (their counts) is committed. */
  settled?(): Promise<void>
}

export interface EngineLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** Starts a run of another workflow for a step, once, however often the step is repeated. */
export type Call = (
  request: Parameters<NodeContext['callWorkflow']>[0],
  caller: {
    readonly run: { readonly id: string; readonly ownerId: string }
    readonly step: string
    readonly stepKey: string
  },
) => Promise<{ readonly executionId: string }>

/** What the engine itself adds for its runs. */
export interface RunHost extends EngineHost {
  readonly call?: Call
}

export type NodeRegistry = Readonly<Record<string, NodeDefinition>>

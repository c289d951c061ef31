import type { z } from 'zod'
import type { Json, JsonObject } from './json.ts'

/**
 * What running a node does to the world:
 * pure = nothing, same answer for the same input · read = looks outside ·
 * idempotent-write = may be repeated · write = must not be repeated without its idempotency key.
 */
export type Effect = 'pure' | 'read' | 'idempotent-write' | 'write'
export type NodeCategory = 'trigger' | 'logic' | 'action'

export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Of the whole exchange, redirects and body included. */
  readonly timeoutMs?: number
  /** True when absent. */
  readonly followRedirects?: boolean
}
export interface HttpResponse {
  readonly status: number
  /** Names in lower case; values of a repeated header are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What people are asked to decide. */
export interface Ask {
  readonly question: string
  readonly details: string
  /** Addresses in lower case. */
  readonly approvers: readonly string[]
  readonly needed: number
  /** One rejection is enough. */
  readonly veto: boolean
  /** ISO 8601. */
  readonly until: string
}

/** The only door to the outside: network, other tools and the log come through here. */
export interface NodeContext {
  /** The same for every attempt of this node in this run; vendors that honour such a key act once. */
  readonly idempotencyKey: string
  readonly signal: AbortSignal
  readonly run: { readonly id: string; readonly startedAt: string }
  /** What started the run. */
  readonly trigger: Json
  fetch(request: HttpRequest): Promise<HttpResponse>
  /** Without `version`: the published one. Throws a NodeError when the tool is missing or refuses the input. */
  runTool(slugOrId: string, input: JsonObject, options?: { readonly version?: number }): Promise<JsonObject>
  /** Asks people, once for each step of a run. Their decision ends its pause; `until` is what they were told. */
  ask(question: Ask): Promise<{ readonly until: string }>
}

/** The run goes on later: at that time, or when somebody ends the pause before. */
export interface Pause {
  /** ISO 8601. */
  readonly until: string
  /** Who may end it before its time: whoever has the resume address, or somebody who is asked. Nobody when absent. */
  readonly endedBy?: 'call' | 'decision'
}

/** How a pause came to its end. */
export type PauseEnd = { readonly kind: 'due' } | { readonly kind: 'ended'; readonly answer: Json }

export interface NodeResult {
  readonly output: Json
  /** The port that the run leaves by; `out` when absent. */
  readonly port?: string
  /** Output and port come from `resume` then. */
  readonly pause?: Pause
}

export interface NodeProblem {
  readonly path: string
  readonly message: string
}

/** One node type. The catalogue, the form, the checks at publish and the executor derive from it. */
export interface NodeDefinition<Config extends z.ZodType = z.ZodType> {
  readonly type: string
  readonly version: number
  readonly title: string
  readonly description: string
  readonly category: NodeCategory
  /** A lucide icon's name. */
  readonly icon: string
  readonly config: Config
  /** Names of the ways out; a node without any ends its path. */
  readonly ports: readonly string[]
  /** A function gets the config as the graph has it: defaults may be missing, any value may be a template. */
  readonly effect: Effect | ((config: Readonly<JsonObject>) => Effect)
  /** JSON Schema of the output as far as it is known before a run. Takes the same config as `effect`. */
  output(config: Readonly<JsonObject>): JsonObject
  /** Gets the config with its templates evaluated, then parsed by the schema. Throws NodeError. */
  run(context: NodeContext, config: z.output<Config>): NodeResult | Promise<NodeResult>
  /** Whether a call to its resume address ends its pause. Takes the same config as `effect`. */
  takesCalls?(config: Readonly<JsonObject>): boolean
  /** What the node gives when a pause that its `run` asked for is over. */
  resume?(config: z.output<Config>, end: PauseEnd): NodeResult
}

export const defineNode = <Config extends z.ZodType>(node: NodeDefinition<Config>): NodeDefinition<Config> => node

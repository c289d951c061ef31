import type { z } from 'zod'
import type { Ports } from '#src/lib/graph/ports.ts'
import type { Json, JsonObject } from './json.ts'

/**
 * What running a node does to the world:
 * pure = nothing, same answer for the same input · read = looks outside ·
 * idempotent-write = may be repeated · write = must not be repeated without its idempotency key.
 */
export type Effect = 'pure' | 'read' | 'idempotent-write' | 'write'
/**
 * What running a node needs beside this server's own computing; a simulated run does without:
 * nothing = it only computes, also in the sandbox · outside = hosts, mailboxes, models, people or other workflows ·
 * time = it only waits.
 */
export type Reach = 'nothing' | 'outside' | 'time'
/** A note is read by people only: no run comes to it. */
export type NodeCategory = 'trigger' | 'logic' | 'action' | 'note'

/** How many of the steps that lead to a node must have gone there before it runs; otherwise it is skipped. */
export type Join = 'any' | 'all' | number

/** Of one item of a list that a node goes through. */
export interface ItemScope {
  readonly item: Json
  readonly index: number
  /** The outputs that its expressions see by step key; those of the run so far when absent. */
  readonly steps?: { readonly [key: string]: Json }
}

/** How one turn of a loop ended: with a failure of a step, or with the end of the whole run. */
export type TurnEnd =
  | { readonly kind: 'done'; readonly output: Json; readonly scope: ItemScope }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'ended' }

/** The steps that a loop runs again and again. */
export interface LoopBody {
  /** Nothing is won by several turns at the same time. */
  readonly isPure: boolean
  /** Runs it once. Several turns may run at the same time; each index is used once. */
  run(scope: ItemScope): Promise<TurnEnd>
  /** Stops the turns that are under way. */
  abandon(): void
}

export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Of the whole exchange, redirects and body included. */
  readonly timeoutMs?: number
  /** True when absent. */
  readonly followRedirects?: boolean
  /** What the body of the answer is: text in its charset when absent. */
  readonly responseType?: 'text' | 'base64'
  /** Most bytes of the answer; more than the client allows is never read. */
  readonly maxBytes?: number
}
/** A file that somebody sent with a form. */
export interface RunFile {
  readonly name: string
  readonly type: string
  readonly content: Uint8Array
}

export interface OutgoingMail {
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** The owner of the workflow when absent. */
  readonly replyTo?: string
}
/** What a language model is asked. */
export interface ModelQuestion {
  /** The operator's choice when absent. */
  readonly model?: string
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly text: string }[]
  /** The answer is to be JSON that fits. Not every model obeys, so check it. */
  readonly schema?: JsonObject
  readonly temperature?: number
  /** Of the answer. */
  readonly maxTokens?: number
  readonly timeoutMs?: number
}
export interface ModelAnswer {
  readonly text: string
  readonly model: string
  /** In tokens; null where the server does not count. */
  readonly usage: { readonly input: number | null; readonly output: number | null }
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
  /** The steps that led here in this run, in their order. */
  readonly arrivals: readonly { readonly key: string; readonly output: Json }[]
  /** What hangs on the node's `bodyPort`. */
  readonly body: LoopBody
  /**
   * The value of a setting whose templates are left to `run`, or of a part of it: "keep", "cases.2.when".
   * Throws an error that the run is to fail with.
   */
  evaluate(path: string, scope?: ItemScope): Json
  fetch(request: HttpRequest): Promise<HttpResponse>
  /** A file of the account by its id, `trigger.values.<name>.file` for one. Throws a NodeError when it is gone. */
  readFile(id: string): Promise<RunFile>
  /**
   * The value of one of the account's secrets, for the part of a request that proves who asks. The name must stand in
   * this node's config as it is, never come from an expression; the config field has `control: 'secret'` and is a
   * `SecretName`. What a run has used is hidden in its log. Throws a NodeError when there is none.
   */
  secret(name: string): Promise<string>
  /** Without `version`: the published one. Throws a NodeError when the tool is missing or refuses the input. */
  runTool(slugOrId: string, input: JsonObject, options?: { readonly version?: number }): Promise<JsonObject>
  /** Asks people, once for each step of a run. Their decision ends its pause; `until` is what they were told. */
  ask(question: Ask): Promise<{ readonly until: string }>
  /**
   * Runs another workflow of the account, once for this step. Its end ends a pause with `endedBy: 'run'`; the answer is
   * `{ status, output, error }`. Throws a NodeError when there is no such workflow.
   */
  callWorkflow(call: {
    readonly workflowId: string
    readonly input: Json
    /** The run stops with this one. */
    readonly waits: boolean
  }): Promise<{ readonly executionId: string }>
  /** Hands a mail for each address to the outbox, once for this step. Throws a NodeError. */
  sendMail(mail: OutgoingMail): Promise<void>
  /** Throws a NodeError, also where the operator has set up no model. */
  askModel(question: ModelQuestion): Promise<ModelAnswer>
  /** Runs JavaScript that defines `run(input)`, in the sandbox. Throws a NodeError. */
  runCode(source: string, input: JsonObject): Promise<CodeResult>
}

/** What a script gave, and the lines that it wrote to its console. */
export interface CodeResult {
  readonly value: Json
  readonly console: readonly string[]
}

/** The run goes on later: at that time, or when somebody ends the pause before. */
export interface Pause {
  /** ISO 8601. */
  readonly until: string
  /**
   * Who may end it before its time: whoever has the resume address, somebody who is asked, or the run that it waits for.
   * Nobody when absent.
   */
  readonly endedBy?: 'call' | 'decision' | 'run'
}

/** How a pause came to its end. */
export type PauseEnd = { readonly kind: 'due' } | { readonly kind: 'ended'; readonly answer: Json }

export interface NodeResult {
  readonly output: Json
  /** The port that the run leaves by; `out` when absent. */
  readonly port?: string
  /** Output and port come from `resume` then. */
  readonly pause?: Pause
  /** The whole run ends here. */
  readonly end?: { readonly status: 'succeeded' | 'failed'; readonly message: string }
}

/**
 * later = `run` evaluates them · per-item = the same, with `item` and `index` in scope · after-turn = the same, with
 * the steps of the loop's body too ·
 * never = the setting is text that may hold {{ itself.
 */
export type TemplateRules = Readonly<Record<string, 'later' | 'per-item' | 'after-turn' | 'never'>>

export interface NodeProblem {
  readonly path: string
  readonly message: string
}

/** Something that has happened elsewhere. */
export interface PolledEvent {
  /** The same whenever the source tells of this event, and of no other one. */
  readonly id: string
  /** What `trigger` is in its run. */
  readonly payload: Json
}

export interface Polled {
  /** The oldest first. What was told before may be among them: an id starts one run. */
  readonly events: readonly PolledEvent[]
  /** What the next look gets; kept together with the runs of these events, or not at all. */
  readonly cursor: Json
}

export type PollContext = Pick<NodeContext, 'signal' | 'fetch' | 'secret'>

/** How a trigger looks for events, in whichever process; of several processes one looks at a time. */
export interface Poll<Config> {
  /** Settings that say when it looks and not what for: with others it goes on where it was. */
  readonly pace: readonly string[]
  /** Seconds between two looks. */
  every(config: Config): number
  /** Whether what is there at the first look starts runs, too. */
  startsWithAll(config: Config): boolean
  /** The cursor is null at the first look. Throws NodeError; then the next look gets the same cursor, and comes later. */
  look(context: PollContext, config: Config, cursor: Json): Promise<Polled>
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
  /** Why it cannot be used on this server, as one sentence. */
  readonly off?: string
  /** Why it is not tried again and has no time limit, and what to do instead, as one sentence. */
  readonly triedOnce?: string
  /** A node without any ends its path. */
  readonly ports: Ports
  /** Gets the config as the graph has it, as `effect` does; 'any' when absent. */
  join?(config: Readonly<JsonObject>): Join
  /** It need not wait for the rest of them. */
  readonly joinsEarly?: boolean
  /** The way out that leads to the steps which `run` has carried out through `context.body`, as often as it wants. */
  readonly bodyPort?: string
  /** Settings that are read before a run, so that no template may stand for them; of a trigger all are. */
  readonly fixed?: readonly string[]
  /** Settings whose templates are not filled in before `run`. */
  readonly templates?: TemplateRules
  /** A function gets the config as the graph has it: defaults may be missing, any value may be a template. */
  readonly effect: Effect | ((config: Readonly<JsonObject>) => Effect)
  /** With anything else than 'nothing' a simulated run never runs it: something stands for its output. */
  readonly reaches: Reach
  /**
   * JSON Schema of the output as far as it is known before a run. Takes the same config as `effect`. A simulated run
   * makes a sample of it: `examples` say what is likely.
   */
  output(config: Readonly<JsonObject>): JsonObject
  /** Gets the config with its templates evaluated, then parsed by the schema. Throws NodeError. */
  run(context: NodeContext, config: z.output<Config>): NodeResult | Promise<NodeResult>
  /** Of a trigger that nobody calls. Its runs are of kind `event`. */
  readonly poll?: Poll<z.output<Config>>
  /** Whether a call to its resume address ends its pause. Takes the same config as `effect`. */
  takesCalls?(config: Readonly<JsonObject>): boolean
  /** What the node gives when a pause that its `run` asked for is over. */
  resume?(config: z.output<Config>, end: PauseEnd): NodeResult
}

export const defineNode = <Config extends z.ZodType>(node: NodeDefinition<Config>): NodeDefinition<Config> => node

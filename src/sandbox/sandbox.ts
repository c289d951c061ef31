import type { JsonObject } from '#src/sdk/json.ts'
import type { Limits } from '#src/sdk/sandbox-limits.ts'

export type RunFailureCode = 'TIME_LIMIT' | 'MEMORY_LIMIT' | 'OUTPUT_LIMIT' | 'TOOL_ERROR'

/** The tool failed: the message is for people and at most 500 characters long. */
export interface RunFailure {
  readonly code: RunFailureCode
  readonly message: string
  /** Of the creator's source, counted from 1, where it is known. */
  readonly line?: number
  /** What a script had written until it threw. */
  readonly console?: readonly string[]
}

/** The sandbox could not take the call; nothing ran. `retryAfter` is in seconds. */
export interface SandboxFailure {
  readonly code: 'SANDBOX_BUSY' | 'SANDBOX_UNAVAILABLE'
  readonly message: string
  readonly retryAfter: number
}

/** What a run took of its limits. */
export interface Used {
  readonly cpuMs: number
  /** At its highest, the engine's own included; expressions have no engine of their own. */
  readonly memoryBytes?: number
}

export type RunOutcome =
  | { readonly ok: true; readonly outputs: JsonObject; readonly used?: Used }
  | { readonly ok: false; readonly error: RunFailure; readonly used?: Used }
export type SandboxOutcome = RunOutcome | { readonly ok: false; readonly error: SandboxFailure; readonly used?: never }

/** What a person wrote. */
export type Program =
  /** JavaScript that defines `function run(input)`; it returns, or resolves to, an object of outputs. */
  | { readonly source: string }
  /** The same, but `run` may give any JSON: the outputs are `value`, and `console` with the lines it has written. */
  | { readonly script: string }
  /** An expression for each output, which sees `input`. */
  | { readonly outputs: Readonly<Record<string, string>> }

export type SandboxCall = Program & {
  readonly input: JsonObject
  /** Whose slot is used: one call at a time for each account, the rest waits. */
  readonly account: string
  /** Lower than LIMITS where a caller wants less. */
  readonly limits?: Partial<Limits>
  /** The outcome says what was used; a runner that had to be ended cannot. */
  readonly measure?: boolean
}

export interface Sandbox {
  /** Never rejects: whatever the creator's code does comes back as an outcome. */
  run(call: SandboxCall): Promise<SandboxOutcome>
  /** Ends every runner; calls under way and calls that wait get SANDBOX_UNAVAILABLE. */
  stop(): Promise<void>
}

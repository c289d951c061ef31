import type { JsonObject } from '#src/sdk/json.ts'
import type { FieldError } from '#src/sdk/validate-input.ts'
import type { PendingRun } from './pending-run.ts'

export type PageOutcome =
  | { readonly ok: true; readonly outputs: JsonObject }
  | {
      readonly ok: false
      readonly error: { readonly code: string; readonly message: string; readonly details?: readonly FieldError[] }
    }

export interface PageRun {
  readonly outcome: PageOutcome
  readonly durationMs: number
}

export interface RunOptions {
  /** Of a run that a reload has interrupted: its answer is asked for again. */
  readonly key?: string
  /** The input holds what must not be kept anywhere. */
  readonly isPrivate?: boolean
}

/** Runs one tool for a page, here or on the server. */
export interface PageRunner {
  /** Loads what runs need. */
  prepare(): Promise<void>
  /** Undefined when stop() or a newer run came first. Rejects when the tool is broken or could not be loaded. */
  run(input: Readonly<Record<string, unknown>>, options?: RunOptions): Promise<PageRun | undefined>
  /** A run that a reload has cut off from its answer. */
  interrupted?(): Promise<PendingRun | undefined>
  stop(): void
  /** Lets go of what prepare() holds; a later run would fetch it again. */
  close(): void
}

import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import { MAX_RETRY_AFTER_MS } from '#src/sdk/node-error.ts'
import type { FieldError } from '#src/sdk/validate-input.ts'

/** Longest wait between two attempts that the backoff comes to; the other side may ask for more. */
const MAX_BACKOFF_MS = 3_600_000

export interface Failure {
  readonly code: string
  readonly message: string
  /** True when another attempt would fail in the same way. */
  readonly permanent: boolean
  readonly retryAfterMs?: number
  readonly technical?: string
  /** What was refused: inputs of a tool, or what an expression could not read. */
  readonly details?: readonly FieldError[]
  /** Where in the node's config, for an expression without a value and a value that does not fit. */
  readonly path?: string
}

export type AfterFailure =
  | { readonly do: 'retry' /** Milliseconds since 1970. */; readonly at: number }
  | { readonly do: 'go-on'; readonly port: string }
  | { readonly do: 'stop' }

/** Up to so much of a wait, or of the longest backoff, is added by chance: runs that failed together spread out. */
const JITTER = 0.1

/** `attempt` counts from 1. */
export function backoffMs({ backoff, baseMs }: NonNullable<GraphNode['retry']>, attempt: number): number {
  const factor = backoff === 'exponential' ? 2 ** (attempt - 1) : 1
  return Math.min(baseMs * factor, MAX_BACKOFF_MS)
}

interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number
  /** From 0 to 1. The decision is remembered with the attempt, so a repeat does not ask again. */
  readonly chance: number
}

interface Handling extends Pick<GraphNode, 'retry' | 'onError'> {
  /** The way by which to go on all the same; undefined where each of its ways says something that nobody knows. */
  readonly onwards: string | undefined
}

/** `retry.max` counts the attempts after the first one. */
export function afterFailure(
  { retry, onError, onwards }: Handling,
  failure: Failure,
  attempt: number,
  { now, chance }: Moment,
): AfterFailure {
  const { permanent, retryAfterMs = 0 } = failure
  if (retry !== undefined && !permanent && retryAfterMs <= MAX_RETRY_AFTER_MS && attempt <= retry.max) {
    const wait = Math.max(backoffMs(retry, attempt), retryAfterMs)
    return { do: 'retry', at: now + Math.round(wait + Math.min(wait, MAX_BACKOFF_MS) * JITTER * chance) }
  }
  switch (onError) {
    case 'stop':
      return { do: 'stop' }
    case 'continue':
      return onwards === undefined ? { do: 'stop' } : { do: 'go-on', port: onwards }
    case 'branch':
      return { do: 'go-on', port: 'error' }
  }
}

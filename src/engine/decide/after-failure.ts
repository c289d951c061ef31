import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import type { FieldError } from '#src/sdk/validate-input.ts'

/** Longest wait between two attempts, whatever the backoff or the other side says. */
export const MAX_BACKOFF_MS = 3_600_000

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
  | { readonly do: 'go-on'; readonly port: 'out' | 'error' }
  | { readonly do: 'stop' }

/** Up to so much of a wait is added by chance, so that runs that failed together do not come back together. */
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

/** `retry.max` counts the attempts after the first one. */
export function afterFailure(
  { retry, onError }: Pick<GraphNode, 'retry' | 'onError'>,
  failure: Failure,
  attempt: number,
  { now, chance }: Moment,
): AfterFailure {
  if (retry !== undefined && !failure.permanent && attempt <= retry.max) {
    const asked = Math.min(failure.retryAfterMs ?? 0, MAX_BACKOFF_MS)
    const wait = Math.max(backoffMs(retry, attempt), asked)
    return { do: 'retry', at: now + Math.round(wait * (1 + JITTER * chance)) }
  }
  switch (onError) {
    case 'stop':
      return { do: 'stop' }
    case 'continue':
      return { do: 'go-on', port: 'out' }
    case 'branch':
      return { do: 'go-on', port: 'error' }
  }
}

import type { ExecutionError, RunAnswer } from '#src/engine/engine.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { AppError } from '#src/server/http/app-error.ts'
import { comesFromCaller, type ReferencesOf } from './caller-data.ts'

type Answer = Pick<RunAnswer, 'executionId' | 'error'>

const executionFailed = (executionId: string) =>
  new AppError({
    code: 'EXECUTION_FAILED',
    status: 500,
    message: 'The workflow failed before it answered',
    extra: { executionId },
  })
const inputRefused = (executionId: string, { code, message, details = [] }: ExecutionError) =>
  new AppError({
    code: code === 'TOOL_ERROR' ? code : 'INVALID_INPUT',
    status: 422,
    message: details[0]?.message ?? message,
    details,
    extra: { executionId },
  })
const upstreamFailed = (executionId: string) =>
  new AppError({
    code: 'UPSTREAM_FAILED',
    status: 502,
    message: 'A service that the workflow calls did not answer as it should',
    extra: { executionId },
  })
const upstreamTimeout = (executionId: string) =>
  new AppError({
    code: 'UPSTREAM_TIMEOUT',
    status: 504,
    message: 'The workflow, or a service that it calls, took too long to answer',
    extra: { executionId },
  })
const toolBusy = (executionId: string) =>
  new AppError({
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'A tool that the workflow uses is busy. Try again in a moment.',
    retryAfter: 1,
    extra: { executionId },
  })

const REFUSALS: ReadonlySet<string> = new Set([
  'INVALID_INPUT',
  'INVALID_REQUEST',
  'TOOL_ERROR',
  'EXPRESSION_FAILED',
  'INVALID_CONFIG',
])
const TIMEOUTS: ReadonlySet<string> = new Set(['EGRESS_TIMEOUT', 'NODE_TIMEOUT', 'RUN_TIMEOUT'])
const UPSTREAM: ReadonlySet<string> = new Set(['HTTP_STATUS', 'INVALID_RESPONSE', 'RESPONSE_TOO_LARGE'])
/** A request that could not even be made is the workflow's own mistake. */
const isUpstream = (code: string) => UPSTREAM.has(code) || (code.startsWith('EGRESS_') && code !== 'EGRESS_REQUEST')

/** The places in the failing node's config that were refused; the tool names its inputs. */
const placesOf = ({ code, path, details = [] }: ExecutionError): string[] => {
  if (path !== undefined) return [path]
  if (code === 'INVALID_INPUT' || code === 'INVALID_REQUEST') return details.map(({ field }) => `input.${field}`)
  return ['']
}

/**
 * What the caller of a webhook is told about a run that failed before it answered: 422 with the reason when what the
 * caller sent was refused, 502, 503 or 504 when somebody else failed, and otherwise 500 without a word about why.
 */
export function failureAnswer(graph: Graph, { executionId, error }: Answer, referencesOf: ReferencesOf): AppError {
  if (error === undefined) return executionFailed(executionId)
  const { code, nodeId = '' } = error
  if (TIMEOUTS.has(code)) return upstreamTimeout(executionId)
  if (isUpstream(code)) return upstreamFailed(executionId)
  if (code === 'SERVICE_UNAVAILABLE') return toolBusy(executionId)
  const isRefusal =
    REFUSALS.has(code) && placesOf(error).every((path) => comesFromCaller(graph, nodeId, path, referencesOf))
  return isRefusal ? inputRefused(executionId, error) : executionFailed(executionId)
}

import { ExpressionError } from '#src/lib/expressions/errors.ts'
import { z } from '#src/lib/zod.ts'
import type { Failure } from './decide/after-failure.ts'

/** Any error may carry these; NodeError always does. */
const Described = z.object({
  code: z.string().min(1),
  message: z.string(),
  permanent: z.boolean().catch(false),
  retryAfterMs: z.number().min(0).optional().catch(undefined),
  details: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .optional()
    .catch(undefined),
  technical: z.string().optional().catch(undefined),
})

const seconds = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${Number((ms / 1000).toFixed(1))} s`)

export const unknownNode = (type: string, version: number): Failure => ({
  code: 'UNKNOWN_NODE',
  message: `There is no step type "${type}" in version ${version}`,
  permanent: true,
})

export const invalidConfig = (path: string, message: string): Failure => ({
  code: 'INVALID_CONFIG',
  message: path === '' ? message : `${path}: ${message}`,
  permanent: true,
  path,
})

/** Without the place and the hint, which are for the workflow's author. */
const missingIn = ({ missing, fault }: ExpressionError) =>
  missing === undefined ? [] : [{ field: missing, message: fault.what }]

export const expressionFailed = (error: unknown): Failure => ({
  code: 'EXPRESSION_FAILED',
  message: error instanceof Error ? error.message : String(error),
  permanent: true,
  ...(error instanceof ExpressionError && { path: error.path, details: missingIn(error) }),
})

export const noSandbox: Failure = {
  code: 'SANDBOX_UNAVAILABLE',
  message: 'Code cannot run here',
  permanent: true,
}

export const noOutbox: Failure = { code: 'MAIL_OFF', message: 'No mail can be sent here', permanent: true }

export const noFile: Failure = {
  code: 'FILE_MISSING',
  message: 'There is no such file, or it was deleted with the run that it was sent for',
  permanent: true,
}

export const noModel: Failure = { code: 'AI_OFF', message: 'No AI model can be asked here', permanent: true }

export const noCalls: Failure = {
  code: 'CALLS_OFF',
  message: 'No workflow can be called here',
  permanent: true,
}

export const nodeTimedOut = (limitMs: number): Failure => ({
  code: 'NODE_TIMEOUT',
  message: `Not done after ${seconds(limitMs)}`,
  permanent: false,
})

export const runTimedOut = (limitMs: number): Failure => ({
  code: 'RUN_TIMEOUT',
  message: `The run was not done after ${seconds(limitMs)}`,
  permanent: true,
})

export const runTooLarge = (limit: number): Failure => ({
  code: 'RUN_TOO_LARGE',
  message: `The steps of this run hold more than ${Number((limit / 1_000_000).toFixed(1))} MB together`,
  permanent: true,
})

export const quotaExceeded = (limit: number): Failure => ({
  code: 'QUOTA_EXCEEDED',
  message: `The runs of this account hold ${limit / 1_000_000} MB, as much as they may. Older runs make room when they are deleted`,
  permanent: true,
})

/** Of the process, not of the run: a later try may find room. */
export const tooMuchAtWork: Failure = {
  code: 'TOO_MUCH_AT_WORK',
  message: 'All runs that are at work here hold too much together. Try again later',
  permanent: false,
}

export const cancelled: Failure = { code: 'CANCELLED', message: 'The run was cancelled', permanent: true }

export const nothingStandsIn: Failure = {
  code: 'NOTHING_STANDS_IN',
  message: 'A simulated run does not run this step, and nothing stands for it. Pin its output',
  permanent: true,
}

export const ownerGone: Failure = {
  code: 'OWNER_GONE',
  message: 'The account of this workflow is suspended or about to be deleted',
  permanent: true,
}

/** Another branch has failed, or has ended the run, or a loop has let go of the rest of its turns. */
export const branchStopped: Failure = {
  code: 'BRANCH_STOPPED',
  message: 'This was stopped because the run does not need it any more',
  permanent: true,
}

export const tooManyTurns = (limit: number): Failure => ({
  code: 'TOO_MANY_TURNS',
  message: `The loops of this run have gone around more than ${limit.toLocaleString('en')} times together`,
  permanent: true,
})

/** The run stops here only: another process, or the next one, goes on with it. */
export const handedOver: Failure = { code: 'HANDED_OVER', message: 'The process is ending', permanent: true }

export const recoveryLimit = (limit: number): Failure => ({
  code: 'RECOVERY_LIMIT',
  message: `The process that ran this workflow ended ${limit} times before it was done`,
  permanent: true,
})

export const lostRun: Failure = {
  code: 'RUN_LOST',
  message: 'The run ended without a result',
  permanent: true,
}

/** What a node threw. An error without a code is a bug: not retried, its text kept for developers. */
export function nodeFailed(error: unknown): Failure {
  if (error instanceof ExpressionError) return expressionFailed(error)
  const described = Described.safeParse(error)
  if (described.success) {
    const { code, message, permanent, retryAfterMs, details, technical } = described.data
    return {
      code,
      message,
      permanent,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...(details !== undefined && { details }),
      ...(technical !== undefined && { technical }),
    }
  }
  const technical = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { code: 'NODE_CRASHED', message: 'This step failed unexpectedly', permanent: true, technical }
}

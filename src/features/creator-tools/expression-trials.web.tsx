import type { ExpressionsAnswer, ExpressionsMessage } from '#src/sandbox/expressions.worker.ts'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'

/** The first answer waits for the worker to be loaded. */
const FIRST_LIMIT_MS = 10_000

/**
 * Evaluates expressions in a worker: nothing of them leaves the browser. Their budget bounds them, and on a machine that
 * takes longer for it than a run may take, only the server knows.
 */
export function createExpressionTrials() {
  let worker: Worker | undefined
  let hasAnswered = false
  let calls = 0
  let settle: ((answer: ExpressionsAnswer | undefined) => void) | undefined

  const end = () => {
    worker?.terminate()
    worker = undefined
    settle?.(undefined)
  }
  const ready = () => {
    if (worker !== undefined) return worker
    worker = new Worker(new URL('../../sandbox/expressions.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('error', end)
    worker.addEventListener('message', ({ data }: MessageEvent<ExpressionsAnswer>) => {
      hasAnswered = true
      if (data.id === calls) settle?.(data)
    })
    return worker
  }

  return {
    /** Undefined where only the server knows, or another call came first. */
    run: (call: Omit<ExpressionsMessage, 'id'>) =>
      new Promise<ExpressionsAnswer | undefined>((resolve) => {
        settle?.(undefined)
        const timer = setTimeout(end, hasAnswered ? LIMITS.ms : FIRST_LIMIT_MS)
        settle = (answer) => {
          clearTimeout(timer)
          settle = undefined
          resolve(answer)
        }
        ready().postMessage({ id: ++calls, ...call } satisfies ExpressionsMessage)
      }),
    close: end,
  }
}

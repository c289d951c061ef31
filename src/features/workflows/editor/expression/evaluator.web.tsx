import type { Json } from '#src/sdk/json.ts'
import type { TryAnswer, TryCall } from './expression-worker.ts'
import type { TrialScope, Tried } from './try-expression.ts'

/** Longer than any expression within its budget needs; what takes it anyway is a pattern. */
const LIMIT_MS = 1000
/** The first answer waits for the worker to be loaded. */
const FIRST_LIMIT_MS = 10_000

interface Waiting {
  readonly resolve: (tried: Tried | undefined) => void
  readonly timer: ReturnType<typeof setTimeout>
}

/** Works texts out in a worker: nothing of them leaves the browser. Undefined when there is no answer. */
export function createEvaluator() {
  let worker: Worker | undefined
  let hasAnswered = false
  let sent: TrialScope | undefined
  let calls = 0
  const waiting = new Map<number, Waiting>()

  const end = () => {
    worker?.terminate()
    worker = undefined
    sent = undefined
    for (const { resolve, timer } of waiting.values()) {
      clearTimeout(timer)
      resolve(undefined)
    }
    waiting.clear()
  }
  const ready = () => {
    if (worker !== undefined) return worker
    worker = new Worker(new URL('./expression-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('error', end)
    worker.addEventListener('message', ({ data }: MessageEvent<TryAnswer>) => {
      hasAnswered = true
      const one = waiting.get(data.id)
      waiting.delete(data.id)
      clearTimeout(one?.timer)
      one?.resolve(data.tried)
    })
    return worker
  }

  return {
    tryOut: (text: string, scope: TrialScope, list?: Json) =>
      new Promise<Tried | undefined>((resolve) => {
        const id = ++calls
        waiting.set(id, { resolve, timer: setTimeout(end, hasAnswered ? LIMIT_MS : FIRST_LIMIT_MS) })
        ready().postMessage({ id, text, list, ...(scope !== sent && { scope }) } satisfies TryCall)
        sent = scope
      }),
    close: end,
  }
}

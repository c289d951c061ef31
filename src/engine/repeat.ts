import type { EngineLog } from './engine.ts'

/** Runs `work` every so often, never twice at the same time. Returns the way to end it, which waits for work under way. */
export function repeat(what: string, everyMs: number, work: () => Promise<void>, log: EngineLog): () => Promise<void> {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> = Promise.resolve()
  const next = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      underWay = work()
        .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
        .finally(next)
    }, everyMs)
  }
  next()
  return () => {
    isStopped = true
    clearTimeout(timer)
    return underWay
  }
}

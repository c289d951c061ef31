import type { EngineLog } from './engine.ts'

/** Runs `work` every so often, never twice at the same time, until the returned function is called. */
export function repeat(what: string, everyMs: number, work: () => Promise<void>, log: EngineLog): () => void {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    timer = setTimeout(async () => {
      await work().catch((error: unknown) => log.error({ err: error }, `${what} failed`))
      if (!isStopped) next()
    }, everyMs)
  }
  next()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

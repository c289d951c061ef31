import { runTool } from '#src/sdk/run-tool.ts'
import { isLarger } from './is-larger.ts'
import { loadTool } from './load-tool.ts'
import type { PageRunner } from './page-runner.ts'
import type { WorkerRunner } from './worker-runner.web.tsx'

/** Characters from which a run might be felt while typing. */
const MUCH_INPUT = 20_000

/**
 * Runs one built-in tool in this browser: at once where that is quick, else in a worker that is ended after 1 s. With
 * `inWorkerOnly`, for tools of long texts or large code, always there, so that its code is fetched once.
 */
export function createLocalRunner(slug: string, { inWorkerOnly: wanted = false } = {}): PageRunner {
  // A frame in a strict sandbox has no origin, and may start no worker.
  const inWorkerOnly = wanted && globalThis.origin !== 'null'
  let away: WorkerRunner | undefined
  let closed = false
  let runs = 0

  // Most tools never need a worker, so its code comes with the first that does.
  const inWorker = async (): Promise<WorkerRunner> => {
    const { createWorkerRunner } = await import('./worker-runner.web.tsx')
    away ??= createWorkerRunner(slug)
    return away
  }
  const stop = () => {
    runs += 1
    away?.stop()
  }

  return {
    stop,
    close() {
      closed = true
      runs += 1
      away?.close()
    },
    async prepare() {
      closed = false
      if (!inWorkerOnly && !(await loadTool(slug)).mayRunLong) return
      const worker = await inWorker()
      if (!closed) worker.prepare()
    },
    async run(input) {
      stop()
      const mine = runs
      const tool = inWorkerOnly || isLarger(input, MUCH_INPUT) ? undefined : await loadTool(slug)
      if (tool === undefined || tool.mayRunLong) {
        const worker = await inWorker()
        // Stopped, or overtaken by another run, while its code was on the way.
        return mine === runs ? worker.run(input) : undefined
      }
      const begun = performance.now()
      const outcome = runTool(tool, input)
      return { outcome, durationMs: performance.now() - begun }
    },
  }
}

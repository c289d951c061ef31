import type { PageRun } from './page-runner.ts'
import type { WorkerAnswer, WorkerCall } from './tool-worker.ts'

/** Starting a worker and loading the tool is not the tool's time. */
const LIMIT_MS = 1000

const timeLimit = (): PageRun => ({
  outcome: { ok: false, error: { code: 'TIME_LIMIT', message: 'Stopped after 1 s: the tool did not finish in time' } },
  durationMs: LIMIT_MS,
})

export interface WorkerRunner {
  /** Starts the worker and loads the tool, ahead of the first run. */
  prepare(): void
  /** One run at a time; undefined when it was stopped. */
  run(input: Readonly<Record<string, unknown>>): Promise<PageRun | undefined>
  stop(): void
  close(): void
}

/** Runs one built-in tool in a worker that is ended after 1 s; the page goes on answering meanwhile. */
export function createWorkerRunner(slug: string): WorkerRunner {
  let worker: Worker | undefined
  let cancel: (() => void) | undefined
  let calls = 0

  const ready = () => {
    worker ??= new Worker(new URL('./tool-worker.ts', import.meta.url), { type: 'module' })
    return worker
  }

  const run = (input: Readonly<Record<string, unknown>>) =>
    new Promise<PageRun | undefined>((resolve, reject) => {
      const id = ++calls
      const current = ready()
      const listening = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      const settle = () => {
        clearTimeout(timer)
        listening.abort()
        cancel = undefined
      }
      const end = () => {
        settle()
        current.terminate()
        worker = undefined
      }
      const fail = (problem: string) => {
        end()
        reject(new Error(problem))
      }
      cancel = () => {
        end()
        resolve(undefined)
      }
      const onAnswer = ({ outcome, durationMs = 0, problem }: WorkerAnswer) => {
        if (problem !== undefined) return fail(problem)
        if (outcome !== undefined) {
          settle()
          return resolve({ outcome, durationMs })
        }
        timer = setTimeout(() => {
          end()
          resolve(timeLimit())
        }, LIMIT_MS)
      }
      const { signal } = listening
      current.addEventListener('error', ({ message }) => fail(message), { signal })
      current.addEventListener(
        'message',
        ({ data }: MessageEvent<WorkerAnswer>) => {
          if (data.id === id) onAnswer(data)
        },
        { signal },
      )
      current.postMessage({ id, slug, input } satisfies WorkerCall)
    })

  return {
    run,
    prepare: () => ready().postMessage({ id: 0, slug } satisfies WorkerCall),
    stop: () => cancel?.(),
    close() {
      cancel?.()
      worker?.terminate()
      worker = undefined
    },
  }
}

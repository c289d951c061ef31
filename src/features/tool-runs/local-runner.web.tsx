import { runTool } from '#src/sdk/run-tool.ts'
import { loadTool } from './load-tool.ts'
import type { PageRun, PageRunner } from './page-runner.ts'
import type { WorkerAnswer, WorkerCall } from './tool-worker.ts'

/** Starting a worker and loading the tool is not the tool's time. */
const LIMIT_MS = 1000
/** Characters of text from which a run might be felt while typing. */
const MUCH_TEXT = 20_000

type Input = Readonly<Record<string, unknown>>

const timeLimit = (): PageRun => ({
  outcome: { ok: false, error: { code: 'TIME_LIMIT', message: 'Stopped after 1 s: the tool did not finish in time' } },
  durationMs: LIMIT_MS,
})

const isMuch = (input: Input): boolean =>
  Object.values(input).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0) >
  MUCH_TEXT

/** Runs one built-in tool in this browser: at once where that is quick, else in a worker that is ended after 1 s. */
export function createLocalRunner(slug: string, { hasLongText = false } = {}): PageRunner {
  let worker: Worker | undefined
  let cancel: (() => void) | undefined
  let calls = 0

  const ready = () => {
    worker ??= new Worker(new URL('./tool-worker.ts', import.meta.url), { type: 'module' })
    return worker
  }
  const stop = () => cancel?.()

  const runAway = (input: Input) =>
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
    stop,
    close() {
      stop()
      worker?.terminate()
      worker = undefined
    },
    async prepare() {
      const tool = await loadTool(slug)
      if (tool.mayRunLong || hasLongText) ready().postMessage({ id: 0, slug } satisfies WorkerCall)
    },
    async run(input) {
      stop()
      const tool = await loadTool(slug)
      if (tool.mayRunLong || isMuch(input)) return runAway(input)
      const begun = performance.now()
      const outcome = runTool(tool, input)
      return { outcome, durationMs: performance.now() - begun }
    },
  }
}

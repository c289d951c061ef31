import { Worker } from 'node:worker_threads'
import type { JsonObject } from '#src/sdk/index.ts'
import type { RunOutcome } from '#src/sdk/run-tool.ts'
import { unavailable } from '#src/server/http/app-error.ts'
import type { ThreadAnswer, ThreadCall } from './tool-thread.ts'

/** Of the processor: on a busy machine a thread has less of it than the clock says. */
const LIMIT_MS = 1000
const LONGEST_MS = 10_000
/** Starting a thread and loading the tool is not the tool's time: of a large one, seconds on a busy machine. */
const START_MS = 20_000
/** What the longest texts need, with every character as a number (html-entities). */
const MOST_MEMORY_MB = 384
const IDLE_MS = 30_000
const MAX_WAITING = 100
/** Of these, for one account, so that one alone does not take all the turns. */
const MAX_WAITING_EACH = 3

export interface ToolThreads {
  /** Runs a built-in tool away from the main thread; ended after one second of the processor with TIME_LIMIT. */
  run(slug: string, input: JsonObject, account: string): Promise<RunOutcome>
  stop(): Promise<void>
}

const timeLimit = (): RunOutcome => ({
  ok: false,
  error: { code: 'TIME_LIMIT', message: 'Stopped after 1 s: the tool did not finish in time' },
})

const notStarted = () => unavailable('The tool could not be started in time. Try again in a moment.')

const brokenOff = (message: string): RunOutcome => ({
  ok: false,
  error: { code: 'MEMORY_LIMIT', message: `The tool could not finish: ${message}` },
})

interface CallRules {
  readonly startMs: number
  /** The thread is of no more use. */
  readonly end: () => void
}

/** One run in a thread that has no other. */
const callThread = (thread: Worker, call: ThreadCall, { startMs, end }: CallRules): Promise<RunOutcome> =>
  new Promise<RunOutcome>((resolve, reject) => {
    const finish = (outcome: RunOutcome | undefined, broken = false) => {
      clearTimeout(timer)
      timer = undefined
      // By name: removing all of them also removes those by which Node itself listens, and the thread falls silent.
      thread.off('message', onMessage).off('error', onError)
      if (broken) end()
      if (outcome === undefined) reject(notStarted())
      else resolve(outcome)
    }
    const onMessage = (answer: ThreadAnswer) => {
      if (answer.id !== call.id) return
      clearTimeout(timer)
      if ('outcome' in answer) return finish(answer.outcome)
      const latest = performance.now() + LONGEST_MS
      timer = setTimeout(() => void judge(answer.before, latest), LIMIT_MS)
    }
    const judge = async (before: NodeJS.CpuUsage, latest: number) => {
      // A thread that does not say what it had is at work.
      timer = setTimeout(() => finish(timeLimit(), true), LIMIT_MS)
      const silent = timer
      const used = await thread.cpuUsage(before).catch(() => undefined)
      if (used === undefined || timer !== silent) return
      const left = LIMIT_MS - (used.user + used.system) / 1000
      if (left <= 0 || performance.now() > latest) return finish(timeLimit(), true)
      clearTimeout(timer)
      timer = setTimeout(() => void judge(before, latest), left)
    }
    const onError = ({ message }: Error) => finish(brokenOff(message), true)
    let timer: NodeJS.Timeout | undefined = setTimeout(() => finish(undefined, true), startMs)
    thread.on('message', onMessage).on('error', onError)
    thread.postMessage(call)
  })

/** One thread, started on demand and ended when idle; calls take turns. */
export function createToolThreads({ startMs = START_MS } = {}): ToolThreads {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const waitingOf = new Map<string, number>()
  let calls = 0

  const end = async () => {
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }
  const start = () => {
    const started = new Worker(new URL('./tool-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    })
    started.unref()
    // Between calls nobody else listens: an error would end the whole process, and a dead thread would be asked again.
    started.on('error', () => {})
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  const call = (slug: string, input: JsonObject) => {
    worker ??= start()
    return callThread(worker, { id: ++calls, slug, input }, { startMs, end: () => void end() })
  }

  return {
    async run(slug, input, account) {
      const own = waitingOf.get(account) ?? 0
      if (waiting >= MAX_WAITING || own >= MAX_WAITING_EACH)
        throw unavailable('Too many long runs are waiting. Try again in a moment.')
      waiting += 1
      waitingOf.set(account, own + 1)
      clearTimeout(idle)
      const mine = turn.then(() => call(slug, input))
      turn = mine.catch(() => undefined)
      try {
        return await mine
      } finally {
        waiting -= 1
        const left = (waitingOf.get(account) ?? 1) - 1
        if (left === 0) waitingOf.delete(account)
        else waitingOf.set(account, left)
        idle = setTimeout(() => void end(), IDLE_MS).unref()
      }
    },
    stop: async () => {
      clearTimeout(idle)
      await end()
    },
  }
}

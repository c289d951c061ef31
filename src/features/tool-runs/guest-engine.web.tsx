import { once } from '#src/lib/once.ts'
import { engineFile } from '#src/sandbox/engine-file.ts'
import { failures } from '#src/sandbox/failures.ts'
import type { GuestAnswer, GuestCall, GuestMessage } from '#src/sandbox/guest.worker.ts'
import type { RunOutcome } from '#src/sandbox/sandbox.ts'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'

/** The engine stops code after its limit; what does not listen to it is stopped from here. */
const GRACE_MS = 250

export interface GuestRun {
  readonly outcome: RunOutcome
  readonly durationMs: number
}

export interface GuestEngine {
  /** Loads what runs need. */
  prepare(): Promise<void>
  /** One run at a time, once prepared; undefined when it was stopped. Rejects when the engine is broken. */
  run(call: GuestCall): Promise<GuestRun | undefined>
  stop(): void
  close(): void
}

const timeLimit = (): GuestRun => ({ outcome: { ok: false, error: failures.time(LIMITS) }, durationMs: LIMITS.ms })

async function fetchEngine(): Promise<ArrayBuffer> {
  const answer = await fetch(engineFile)
  if (!answer.ok) throw new Error(`The engine could not be loaded: ${answer.status}`)
  return answer.arrayBuffer()
}

/** Runs code in this browser, in an engine of its own in a worker that can reach nothing. */
export function createGuestEngine(): GuestEngine {
  const engine = once(fetchEngine)
  let worker: Worker | undefined
  let cancel: (() => void) | undefined
  let runs = 0

  const post = (message: GuestMessage) => worker?.postMessage(message)
  /** Undefined when it was stopped, or overtaken by another run, while the engine was on the way. */
  async function ready(mine: number): Promise<Worker | undefined> {
    const bytes = await engine()
    if (mine !== runs) return undefined
    if (worker === undefined) {
      worker = new Worker(new URL('../../sandbox/guest.worker.ts', import.meta.url), { type: 'module' })
      post({ engine: bytes })
    }
    return worker
  }
  function end(): void {
    worker?.terminate()
    worker = undefined
  }

  const runIn = (current: Worker, call: GuestCall & { readonly id: number }) =>
    new Promise<GuestRun | undefined>((resolve, reject) => {
      const listening = new AbortController()
      const { signal } = listening
      let timer: ReturnType<typeof setTimeout> | undefined
      const settle = () => {
        clearTimeout(timer)
        listening.abort()
        cancel = undefined
      }
      const stopWith = (run: GuestRun | undefined) => {
        settle()
        end()
        resolve(run)
      }
      cancel = () => stopWith(undefined)
      const onMessage = ({ data: { id, outcome, durationMs = 0 } }: MessageEvent<GuestAnswer>) => {
        if (id !== call.id) return
        if (outcome === undefined) {
          timer = setTimeout(() => stopWith(timeLimit()), LIMITS.ms + GRACE_MS)
          return
        }
        settle()
        resolve({ outcome, durationMs })
      }
      const onError = ({ message }: ErrorEvent) => {
        settle()
        end()
        reject(new Error(message))
      }
      current.addEventListener('message', onMessage, { signal })
      current.addEventListener('error', onError, { signal })
      post(call)
    })

  const stop = () => {
    runs += 1
    cancel?.()
  }
  return {
    stop,
    close() {
      stop()
      end()
    },
    prepare: async () => void (await ready(runs)),
    async run(call) {
      stop()
      const mine = runs
      const current = await ready(mine)
      return current === undefined ? undefined : runIn(current, { id: mine, ...call })
    },
  }
}

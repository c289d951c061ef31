import { ApiError } from '#src/client/api-error.ts'
import { request } from '#src/client/request.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { engineFile } from '#src/sandbox/engine-file.ts'
import type { GuestAnswer, GuestMessage } from '#src/sandbox/guest.worker.ts'
import type { Field } from '#src/sdk/fields.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'
import type { PageOutcome, PageRun, PageRunner } from './page-runner.ts'
import type { toolRunsContract } from './tool-runs.schema.ts'

/** The engine stops code after its limit; what does not listen to it is stopped from here. */
const GRACE_MS = 250

const timeLimit = (): PageRun => ({
  outcome: { ok: false, error: { code: 'TIME_LIMIT', message: 'Stopped after 1 s: the tool did not finish in time.' } },
  durationMs: LIMITS.ms,
})

/** As the server says it: with the line of the creator's code. */
function toOutcome(outcome: NonNullable<GuestAnswer['outcome']>): PageOutcome {
  if (outcome.ok) return outcome
  const { code, message, line } = outcome.error
  return { ok: false, error: { code, message: line === undefined ? message : `${message} (line ${line})` } }
}

/** Whoever may not have the code is told why, as at a run on the server. */
function toRefused(error: unknown): PageRun {
  if (!(error instanceof ApiError)) throw error
  return { outcome: { ok: false, error }, durationMs: 0 }
}

async function fetchEngine(): Promise<ArrayBuffer> {
  const answer = await fetch(engineFile)
  if (!answer.ok) throw new Error(`The engine could not be loaded: ${answer.status}`)
  return answer.arrayBuffer()
}

async function fetchSource({ id, version }: Fxn): Promise<string> {
  const answer = await request(`/api/tools/${id}/source?version=${version}`, { method: 'GET' })
  return (answer as AnswerOf<typeof toolRunsContract.source>).source
}

/** What the page's own check leaves out: whether texts fit the patterns of their fields. Null where all is right. */
function patternCheck({ inputSchema }: Fxn) {
  const fields = Object.entries(inputSchema).map(([name, spec]): Field => ({ name, ...spec }))
  const isNeeded = fields.some(({ pattern }) => pattern !== undefined)
  return async (input: Parameters<PageRunner['run']>[0]): Promise<PageRun | null> => {
    if (!isNeeded) return null
    const [{ checkInput }, { inputError }] = await Promise.all([
      import('#src/sdk/check-input.ts'),
      import('#src/sdk/run-tool.ts'),
    ])
    const checked = checkInput(fields, input)
    if (checked.ok) return null
    return { outcome: { ok: false, error: inputError(checked.errors, checked.unknown) }, durationMs: 0 }
  }
}

/** Forgets what could not be loaded, so that the next run tries again. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}

/** Runs a creator's code in this browser, in an engine of its own in a worker that can reach nothing. */
export function createGuestRunner(fxn: Fxn): PageRunner {
  const misfits = patternCheck(fxn)
  const source = once(() => fetchSource(fxn))
  const engine = once(fetchEngine)
  let worker: Worker | undefined
  let cancel: (() => void) | undefined
  let runs = 0

  const post = (message: GuestMessage) => worker?.postMessage(message)
  async function ready(): Promise<string> {
    const [code, bytes] = await Promise.all([source(), engine()])
    if (worker === undefined) {
      worker = new Worker(new URL('../../sandbox/guest.worker.ts', import.meta.url), { type: 'module' })
      post({ engine: bytes })
    }
    return code
  }
  function end(): void {
    worker?.terminate()
    worker = undefined
  }

  const runIn = (current: Worker, call: { id: number; source: string; input: JsonObject }) =>
    new Promise<PageRun | undefined>((resolve, reject) => {
      const listening = new AbortController()
      const { signal } = listening
      let timer: ReturnType<typeof setTimeout> | undefined
      const settle = () => {
        clearTimeout(timer)
        listening.abort()
        cancel = undefined
      }
      const stopWith = (run: PageRun | undefined) => {
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
        resolve({ outcome: toOutcome(outcome), durationMs })
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
    prepare: async () => void (await ready()),
    async run(input) {
      stop()
      const mine = runs
      const code = (await misfits(input)) ?? (await ready().catch(toRefused))
      if (typeof code !== 'string') return code
      // Stopped, or overtaken by another run, while its code was on the way.
      if (mine !== runs || worker === undefined) return undefined
      // The input came out of the check, and is JSON.
      return runIn(worker, { id: mine, source: code, input: input as JsonObject })
    },
  }
}

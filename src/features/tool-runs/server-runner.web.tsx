import { type ApiError, toApiError } from '#src/client/api-error.ts'
import { request } from '#src/client/request.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import type { PageOutcome, PageRunner } from './page-runner.ts'
import { forgetRun, interruptedRun, rememberRun } from './pending-run.ts'
import type { toolRunsContract } from './tool-runs.schema.ts'

const UNEXPLAINED = 'Failed to run fxn'
const ASK_AGAIN_MS = 1000

/** The server's own words, or ours when it had none. */
const toOutcome = ({ code, message, details }: ApiError): PageOutcome => ({
  ok: false,
  error: { code, message: code === 'UNKNOWN_ERROR' || message === '' ? UNEXPLAINED : message, details },
})

/** The page of a version runs that version. */
const versionIn = (search = ''): string => {
  const version = new URLSearchParams(search).get('version')
  return version === null ? '' : `?version=${encodeURIComponent(version)}`
}

interface Call {
  readonly toolId: string
  readonly input: Readonly<Record<string, unknown>>
  readonly key: string
  readonly signal: AbortSignal
}

/** While the first call under this key is still being answered, waits for that answer. */
async function answerTo({ toolId, input, key, signal }: Call): Promise<AnswerOf<typeof toolRunsContract.run>> {
  for (;;) {
    try {
      const answer = await request(
        `/api/tools/${toolId}/run${versionIn((globalThis as { location?: { readonly search: string } }).location?.search)}`,
        {
          method: 'POST',
          body: input,
          signal,
          key,
        },
      )
      return answer as AnswerOf<typeof toolRunsContract.run>
    } catch (error) {
      if (signal.aborted || toApiError(error).code !== 'REQUEST_IN_PROGRESS') throw error
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
      signal.throwIfAborted()
    }
  }
}

/** Runs one tool on the server. */
export function createServerRunner(toolId: string): PageRunner {
  let current: AbortController | undefined
  let running = ''
  return {
    prepare: async () => undefined,
    interrupted: async () => interruptedRun(toolId),
    stop() {
      forgetRun(running)
      current?.abort()
    },
    // Whoever reloads the page, or comes back to it, still wants the answer.
    close: () => current?.abort(),
    async run(input, { key = crypto.randomUUID(), isPrivate = false } = {}) {
      current?.abort()
      const mine = new AbortController()
      current = mine
      running = key
      // The input came out of the check, and is JSON.
      if (!isPrivate) rememberRun({ toolId, input: input as JsonObject, key, at: Date.now() })
      try {
        const { outputs, durationMs } = await answerTo({ toolId, input, key, signal: mine.signal })
        forgetRun(key)
        // The answer came out of a JSON parser.
        return { outcome: { ok: true, outputs: outputs as JsonObject }, durationMs }
      } catch (error) {
        if (mine.signal.aborted) return undefined
        forgetRun(key)
        return { outcome: toOutcome(toApiError(error)), durationMs: 0 }
      }
    },
  }
}

import { api } from '#src/client/api.ts'
import { type ApiError, toApiError } from '#src/client/api-error.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import type { PageOutcome, PageRunner } from './page-runner.ts'
import type { toolRunsContract } from './tool-runs.schema.ts'

const UNEXPLAINED = 'Failed to run fxn'

/** The server's own words, or ours when it had none. */
const toOutcome = ({ code, message, details }: ApiError): PageOutcome => ({
  ok: false,
  error: { code, message: code === 'UNKNOWN_ERROR' || message === '' ? UNEXPLAINED : message, details },
})

/** Runs one tool on the server. */
export function createServerRunner(toolId: string): PageRunner {
  let current: AbortController | undefined
  return {
    prepare: async () => undefined,
    stop: () => current?.abort(),
    close: () => current?.abort(),
    async run(input) {
      current?.abort()
      const mine = new AbortController()
      current = mine
      try {
        const { outputs, durationMs } = await api<typeof toolRunsContract.run>(
          'POST',
          '/api/tools/:id/run',
          { params: { id: toolId }, body: input },
          mine.signal,
        )
        // The answer came out of a JSON parser.
        return { outcome: { ok: true, outputs: outputs as JsonObject }, durationMs }
      } catch (error) {
        if (mine.signal.aborted) return undefined
        return { outcome: toOutcome(toApiError(error)), durationMs: 0 }
      }
    },
  }
}

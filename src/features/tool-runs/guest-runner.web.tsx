import { ApiError } from '#src/client/api-error.ts'
import { request } from '#src/client/request.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { once } from '#src/lib/once.ts'
import type { RunOutcome } from '#src/sandbox/sandbox.ts'
import type { Field } from '#src/sdk/fields.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { createGuestEngine } from './guest-engine.web.tsx'
import type { PageOutcome, PageRun, PageRunner } from './page-runner.ts'
import type { toolRunsContract } from './tool-runs.schema.ts'

/** As the server says it: with the line of the creator's code. */
function toOutcome(outcome: RunOutcome): PageOutcome {
  if (outcome.ok) return outcome
  const { code, message, line } = outcome.error
  return { ok: false, error: { code, message: line === undefined ? message : `${message} (line ${line})` } }
}

/** Whoever may not have the code is told why, as at a run on the server. */
function toRefused(error: unknown): PageRun {
  if (!(error instanceof ApiError)) throw error
  return { outcome: { ok: false, error }, durationMs: 0 }
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

/** Runs a creator's code in this browser, in a sandbox that can reach nothing. */
export function createGuestRunner(fxn: Fxn): PageRunner {
  const misfits = patternCheck(fxn)
  const source = once(() => fetchSource(fxn))
  const engine = createGuestEngine()
  let runs = 0

  const ready = async () => (await Promise.all([source(), engine.prepare()]))[0]
  const stop = () => {
    runs += 1
    engine.stop()
  }
  return {
    stop,
    close() {
      stop()
      engine.close()
    },
    prepare: async () => void (await ready()),
    async run(input) {
      stop()
      const mine = runs
      const code = (await misfits(input)) ?? (await ready().catch(toRefused))
      if (typeof code !== 'string') return code
      // Stopped, or overtaken by another run, while its code was on the way.
      if (mine !== runs) return undefined
      // The input came out of the check, and is JSON.
      const run = await engine.run({ source: code, input: input as JsonObject })
      return run === undefined ? undefined : { outcome: toOutcome(run.outcome), durationMs: run.durationMs }
    },
  }
}

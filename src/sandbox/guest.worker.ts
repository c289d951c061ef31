// Runs a creator's code in a browser: the same engine and limits as in a runner, away from the page.
import type { JsonObject } from '#src/sdk/json.ts'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'
import { type Engine, prepareEngine } from './engine.ts'
import { runCode } from './run-code.ts'
import type { RunOutcome } from './sandbox.ts'

/** Code that defines `run(input)`; see Program. */
export type GuestCall = ({ readonly source: string } | { readonly script: string }) & { readonly input: JsonObject }
/** Without a call only the engine is made ready. */
export type GuestMessage = { readonly engine: ArrayBuffer } | ({ readonly id: number } & GuestCall)
/** Without an outcome: the code runs from now on. */
export interface GuestAnswer {
  readonly id: number
  readonly outcome?: RunOutcome
  readonly durationMs?: number
}

interface WorkerScope {
  postMessage(answer: GuestAnswer): void
  addEventListener(type: 'message', listener: (event: { readonly data: GuestMessage }) => void): void
}
const scope = globalThis as unknown as WorkerScope

const engine = Promise.withResolvers<Engine>()

async function answer(message: GuestMessage): Promise<void> {
  if ('engine' in message) return engine.resolve(prepareEngine(new Uint8Array(message.engine)))
  const { id, ...call } = message
  const ready = await engine.promise
  scope.postMessage({ id })
  const begun = performance.now()
  const outcome = await runCode(ready, { ...call, limits: LIMITS, clock: () => performance.now() })
  scope.postMessage({ id, outcome, durationMs: performance.now() - begun })
}

// A page hears the errors of a worker, and not its rejections.
scope.addEventListener('message', ({ data }) => void answer(data).catch(reportError))

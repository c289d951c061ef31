import { PENDING_RUN_KEY } from '#src/client/left-here.ts'
import type { JsonObject } from '#src/sdk/json.ts'

/** A run on the server whose answer this tab has not seen yet. */
export interface PendingRun {
  readonly toolId: string
  readonly input: JsonObject
  /** The server answers a second call under it with the answer to the first. */
  readonly key: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Later nobody waits for it any more. The server keeps answers for a day. */
const LONGEST_WAIT_MS = 15 * 60_000
/** Characters of JSON; a tab has room for some millions. */
const LONGEST_RUN = 1_000_000

/** Remembers the run in this tab alone; without storage, or with too large an input, a reload loses it. */
export function rememberRun(run: PendingRun): void {
  try {
    const text = JSON.stringify(run)
    if (text.length <= LONGEST_RUN) sessionStorage.setItem(PENDING_RUN_KEY, text)
  } catch {
    // Full, or forbidden.
  }
}

export function forgetRun(key: string): void {
  try {
    if (read()?.key === key) sessionStorage.removeItem(PENDING_RUN_KEY)
  } catch {
    // Nothing was kept either.
  }
}

function read(): PendingRun | undefined {
  const text = sessionStorage.getItem(PENDING_RUN_KEY)
  // Written by rememberRun.
  return text === null ? undefined : (JSON.parse(text) as PendingRun)
}

/** The run of this tool that a reload has interrupted. */
export function interruptedRun(toolId: string, now = Date.now()): PendingRun | undefined {
  try {
    const run = read()
    return run?.toolId === toolId && now - run.at < LONGEST_WAIT_MS ? run : undefined
  } catch {
    return undefined
  }
}

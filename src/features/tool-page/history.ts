import { HISTORY_KEY, HISTORY_OFF } from '#src/client/left-here.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { looksSecret } from './delicate.ts'

/** One run that this browser keeps for its owner; nothing of it is ever sent anywhere. */
export interface PastRun {
  readonly slug: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly inputs: Readonly<Record<string, Json>>
  readonly outputs: JsonObject
}

const MOST_OF_TOOL = 20
const MOST_OF_ALL = 200
/** Characters of JSON. A longer run is not kept; older ones make room. */
const LONGEST_RUN = 20_000
const LONGEST_HISTORY = 1_000_000

const listeners = new Set<() => void>()

/** Hears of every change of this page. */
export function onHistory(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The history as it is written. Without storage, as in some private windows, there is none, and nothing else changes. */
export function storedHistory(): string {
  try {
    return localStorage.getItem(HISTORY_KEY) ?? ''
  } catch {
    return ''
  }
}

function store(text: string): void {
  try {
    localStorage.setItem(HISTORY_KEY, text)
  } catch {
    // Full, or forbidden.
  }
  for (const listener of listeners) listener()
}

export const isKept = (): boolean => storedHistory() !== HISTORY_OFF

/** Off deletes what is there. */
export const setKept = (isWanted: boolean): void => store(isWanted ? '' : HISTORY_OFF)

/** Of all tools, the latest first. */
export function readHistory(): PastRun[] {
  try {
    const runs: unknown = JSON.parse(storedHistory())
    // Written by keepRun.
    return Array.isArray(runs) ? (runs as PastRun[]) : []
  } catch {
    return []
  }
}

export const forgetRuns = (isGone: (run: PastRun) => boolean): void =>
  store(JSON.stringify(readHistory().filter((run) => !isGone(run))))

/** Adds a run in front, but none with a secret in it; the same inputs again take the place of the earlier run. */
export function keepRun(run: PastRun): void {
  if (!isKept() || JSON.stringify(run).length > LONGEST_RUN || looksSecret(run.inputs)) return
  const inputs = JSON.stringify(run.inputs)
  const others = readHistory().filter((past) => past.slug !== run.slug || JSON.stringify(past.inputs) !== inputs)
  let ofTool = 0
  let length = 0
  const kept = [run, ...others].filter((past) => {
    if (past.slug === run.slug) ofTool += 1
    if (past.slug === run.slug && ofTool > MOST_OF_TOOL) return false
    length += JSON.stringify(past).length + 1
    return length < LONGEST_HISTORY
  })
  store(JSON.stringify(kept.slice(0, MOST_OF_ALL)))
}

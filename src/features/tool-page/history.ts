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

type Choice = (run: PastRun) => boolean

/** Of the same inputs there is one run at a time. */
export function isSameRun({ slug, inputs }: PastRun): Choice {
  const text = JSON.stringify(inputs)
  return (run) => run.slug === slug && JSON.stringify(run.inputs) === text
}

/** What was forgotten on this page, and when: a run is kept a moment after it was made, and must not come back by that. */
const forgotten: { readonly isGone: Choice; readonly at: number }[] = []

export function forgetRuns(isGone: Choice): void {
  forgotten.push({ isGone, at: Date.now() })
  store(JSON.stringify(readHistory().filter((run) => !isGone(run))))
}

const wasForgotten = (run: PastRun): boolean => forgotten.some(({ isGone, at }) => run.at <= at && isGone(run))

/** Adds a run in front, but none with a secret in it; the same inputs again take the place of the earlier run. */
export function keepRun(run: PastRun): void {
  if (!isKept() || wasForgotten(run) || JSON.stringify(run).length > LONGEST_RUN || looksSecret(run.inputs)) return
  const isSame = isSameRun(run)
  const others = readHistory().filter((past) => !isSame(past))
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

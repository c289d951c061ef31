/** All that a count of a run in the browser says. Input and output have no place in it. */
export interface RunCount {
  readonly version: number
  readonly success: boolean
  /** Of the last run. */
  readonly durationMs: number
}

const LONGEST_MS = 3_600_000

/** Takes these three values and nothing else, whatever else the object holds. */
export const toRunCount = ({ version, success, durationMs }: RunCount): RunCount => ({
  version,
  success,
  durationMs: Math.min(LONGEST_MS, Math.max(0, Math.round(durationMs * 1000) / 1000)),
})

/** Notes runs and hands each tool over once, however often it ran and however often the page is hidden. */
export function createRunCounts(send: (toolId: string, count: RunCount) => void) {
  const waiting = new Map<string, RunCount>()
  const sent = new Set<string>()
  return {
    note(toolId: string, count: RunCount): void {
      if (!sent.has(toolId)) waiting.set(toolId, toRunCount(count))
    },
    flush(): void {
      for (const [toolId, count] of waiting) {
        sent.add(toolId)
        send(toolId, count)
      }
      waiting.clear()
    },
  }
}

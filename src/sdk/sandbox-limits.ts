/** What one run of somebody's own code may use. */
export interface Limits {
  /** Processor time. */
  readonly ms: number
  readonly memoryBytes: number
  /** Of the outputs as JSON, in UTF-8. */
  readonly outputBytes: number
}

/** Code deep in the engine looks at no limit: after so much more processor time its process is ended. */
export const GRACE_MS = 2000

/** Shown to whoever writes code; nobody gets more. */
export const LIMITS: Limits = { ms: 1000, memoryBytes: 64 * 1024 * 1024, outputBytes: 256 * 1024 }

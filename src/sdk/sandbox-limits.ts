/** What one run of somebody's own code may use. */
export interface Limits {
  /** Processor time. */
  readonly ms: number
  readonly memoryBytes: number
  /** Of the outputs as JSON, in UTF-8. */
  readonly outputBytes: number
}

/** Shown to whoever writes code; nobody gets more. */
export const LIMITS: Limits = { ms: 1000, memoryBytes: 64 * 1024 * 1024, outputBytes: 256 * 1024 }

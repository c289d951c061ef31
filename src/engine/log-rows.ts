import type { Json } from '#src/sdk/json.ts'
import type { StepRecord } from './engine.ts'

/** Inputs and outputs above this many bytes of JSON go to execution_blob. */
export const MAX_INLINE_BYTES = 32 * 1024
const PREVIEW_CHARACTERS = 400

// JSON travels as text inside a JSON array of rows: unlike nested JSON, it may then hold \u0000 and lone surrogates,
// which json_to_recordset would refuse.
export interface StepRow {
  readonly run: string
  readonly seq: number
  readonly iteration: string
  readonly node_id: string
  readonly key: string
  readonly status: string
  readonly attempts: number
  readonly started_at: string | null
  readonly duration_ms: number | null
  readonly due_at: string | null
  readonly input: string | null
  readonly output: string | null
  readonly error: string | null
}

export interface BlobRow {
  readonly run: string
  readonly seq: number
  readonly iteration: string
  readonly part: 'input' | 'output'
  readonly content: string
}

export interface LogRows {
  readonly steps: StepRow[]
  readonly blobs: BlobRow[]
}

/** What stands in a step for a value that was moved away. */
export type BlobMarker = { $blob: BlobRow['part']; bytes: number; preview: string }

export const toText = (value: Json): string | null => (value === null ? null : JSON.stringify(value))

/** Adds the log of one run to the rows of a statement. */
export function addLogRows(rows: LogRows, run: string, steps: Iterable<StepRecord>): void {
  for (const step of steps) {
    const { seq, iteration = '' } = step
    const part = (name: BlobRow['part']): string | null => {
      const content = toText(step[name])
      // A character is one byte at least and three at most, so most texts need no counting.
      if (content === null || content.length * 3 <= MAX_INLINE_BYTES) return content
      const bytes = Buffer.byteLength(content)
      if (bytes <= MAX_INLINE_BYTES) return content
      rows.blobs.push({ run, seq, iteration, part: name, content })
      const marker: BlobMarker = { $blob: name, bytes, preview: content.slice(0, PREVIEW_CHARACTERS) }
      return JSON.stringify(marker)
    }
    rows.steps.push({
      run,
      seq,
      iteration,
      node_id: step.nodeId,
      key: step.key,
      status: step.status,
      attempts: step.attempts,
      started_at: step.startedAt,
      duration_ms: step.durationMs,
      due_at: step.dueAt ?? null,
      input: part('input'),
      output: part('output'),
      error: step.error === null ? null : JSON.stringify(step.error),
    })
  }
}

import type { OutputSpec } from '#src/sdk/outputs.ts'

export interface OutputProps {
  spec: OutputSpec
  /** Any JSON value; a shape that the renderer does not know is shown as JSON. */
  value: unknown
}

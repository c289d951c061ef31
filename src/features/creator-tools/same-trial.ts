import { isSameJson } from '#src/lib/same-json.ts'
import type { Trial } from './creator-tools.schema.ts'
import type { ToolContent } from './tool-content.schema.ts'

/** Whether a run elsewhere came to the same; code may give something else each time. */
export function isSameTrial(kind: ToolContent['kind'], one: Trial, other: Trial): boolean {
  if (one.ok && other.ok) return kind === 'custom' || isSameJson(one.outputs, other.outputs)
  return !one.ok && !other.ok && isSameJson(textsOf(one), textsOf(other))
}

const textsOf = ({ error: { code, message, line = 0 } }: Extract<Trial, { ok: false }>) => ({ code, message, line })

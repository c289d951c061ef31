import { isObject } from '#src/lib/json-object.ts'
import { utf8Bytes } from '#src/lib/utf8.ts'
import { failures } from '#src/sandbox/failures.ts'
import type { Program, RunOutcome } from '#src/sandbox/sandbox.ts'
import type { Json } from '#src/sdk/json.ts'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'
import type { FieldError } from '#src/sdk/validate-input.ts'
import type { Trial } from './creator-tools.schema.ts'
import { outputMisfits } from './output-misfits.ts'
import { type ToolContent, toCode, toOutputSchema } from './tool-content.schema.ts'

/** What of a tool decides how a run of it goes, once its inputs are in order. */
export type Computation = Pick<ToolContent, 'kind' | 'outputs' | 'source'>

/** As a script the code may write to a console, and what it gives comes as `value`. */
export const toProgram = (content: Computation): Program =>
  content.kind === 'custom' ? { script: content.source } : toCode(content)

const linesOf = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(String) : [])

type Used = Extract<Trial, { ok: true }>['used']

interface Failed {
  readonly error: { readonly code: string; readonly message: string; readonly line?: number }
  readonly details?: readonly FieldError[]
  readonly durationMs?: number
  readonly used?: Used
  readonly written?: readonly string[]
}

export const failedTrial = ({ error, details = [], durationMs = 0, used, written = [] }: Failed): Trial => ({
  ok: false,
  error: { ...error, details: [...details] },
  durationMs,
  used: used ?? null,
  console: [...written],
})

const toUsed = (outcome: RunOutcome): Used => {
  // A runner that had to be ended says nothing of it: that took all the time there is.
  const cpuMs = !outcome.ok && outcome.error.code === 'TIME_LIMIT' ? LIMITS.ms : 0
  return { cpuMs, memoryBytes: null, ...outcome.used }
}

/** What a creator is told of a run of `toProgram`, wherever it ran. */
export function toTrial(content: Computation, outcome: RunOutcome, durationMs: number): Trial {
  const used = toUsed(outcome)
  if (!outcome.ok) {
    const { console: written = [], ...error } = outcome.error
    return failedTrial({ error, durationMs, used, written })
  }
  const isCustom = content.kind === 'custom'
  const outputs = isCustom ? outcome.outputs.value : outcome.outputs
  const written = isCustom ? linesOf(outcome.outputs.console) : []
  if (!isObject(outputs)) return failedTrial({ error: failures.noOutputs(), durationMs, used, written })
  return {
    ok: true,
    outputs,
    misfits: outputMisfits(toOutputSchema(content.outputs), outputs),
    durationMs,
    used,
    outputBytes: utf8Bytes(JSON.stringify(outputs)).length,
    console: written,
  }
}

import { isObject } from '#src/lib/json-object.ts'
import { isSameJson } from '#src/lib/same-json.ts'
import type { Program, Sandbox, SandboxOutcome } from '#src/sandbox/sandbox.ts'
import { checkInput } from '#src/sdk/check-input.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { inputError } from '#src/sdk/run-tool.ts'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'
import type { FieldError } from '#src/sdk/validate-input.ts'
import { unavailable } from '#src/server/http/app-error.ts'
import type { ExampleFailure, Trial } from './creator-tools.schema.ts'
import { outputMisfits } from './output-misfits.ts'
import { type ToolContent, toCode, toOutputSchema } from './tool-content.schema.ts'

export interface RunContent {
  readonly content: ToolContent
  readonly input: JsonObject
  /** Whose slot in the sandbox is used. */
  readonly account: string
}

const NO_OUTPUTS = 'run(input) must return an object with the outputs by name.'

/** As a script the code may write to a console, and what it gives comes as `value`. */
const toProgram = (content: ToolContent): Program =>
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

const failed = ({ error, details = [], durationMs = 0, used, written = [] }: Failed): Trial => ({
  ok: false,
  error: { ...error, details: [...details] },
  durationMs,
  used: used ?? null,
  console: [...written],
})

const toUsed = (outcome: SandboxOutcome): Used => {
  // A runner that had to be ended says nothing of it: that took all the time there is.
  const cpuMs = !outcome.ok && outcome.error.code === 'TIME_LIMIT' ? LIMITS.ms : 0
  return { cpuMs, memoryBytes: null, ...outcome.used }
}

/** Runs a draft in the sandbox, as the published tool would run. @throws 503 when the sandbox takes no call */
export async function runContent(sandbox: Sandbox, { content, input, account }: RunContent): Promise<Trial> {
  const checked = checkInput(content.fields, input)
  if (!checked.ok) {
    const { details = [], ...error } = inputError(checked.errors, checked.unknown)
    return failed({ error, details })
  }
  const begun = performance.now()
  const outcome = await sandbox.run({ ...toProgram(content), input: checked.value, account, measure: true })
  const durationMs = Math.round((performance.now() - begun) * 1000) / 1000
  const used = toUsed(outcome)
  if (!outcome.ok) {
    const { error } = outcome
    if ('retryAfter' in error) throw unavailable(error.message, error.retryAfter)
    const { console: written = [], ...said } = error
    return failed({ error: said, durationMs, used, written })
  }
  const isCustom = content.kind === 'custom'
  const outputs = isCustom ? outcome.outputs.value : outcome.outputs
  const written = isCustom ? linesOf(outcome.outputs.console) : []
  const noOutputs = { code: 'TOOL_ERROR', message: NO_OUTPUTS }
  if (!isObject(outputs)) return failed({ error: noOutputs, durationMs, used, written })
  return {
    ok: true,
    outputs,
    misfits: outputMisfits(toOutputSchema(content.outputs), outputs),
    durationMs,
    used,
    outputBytes: Buffer.byteLength(JSON.stringify(outputs)),
    console: written,
  }
}

/** The examples that do not give what they say, each with the difference. */
export async function failingExamples(
  sandbox: Sandbox,
  { content, account }: Omit<RunContent, 'input'>,
): Promise<ExampleFailure[]> {
  const failures: ExampleFailure[] = []
  // One after the other: an account has one slot.
  for (const [example, { title, input, output }] of content.examples.entries()) {
    const trial = await runContent(sandbox, { content, input, account })
    const error = trial.ok ? (trial.misfits[0]?.message ?? null) : withLine(trial.error)
    const differences = trial.ok
      ? Object.entries(output)
          .filter(([name, expected]) => !isSameJson(trial.outputs[name], expected))
          .map(([name, expected]) => ({ output: name, expected, actual: trial.outputs[name] ?? null }))
      : []
    if (error !== null || differences.length > 0) failures.push({ example, title, error, differences })
  }
  return failures
}

const withLine = ({ message, line }: { message: string; line?: number | undefined }) =>
  line === undefined ? message : `${message} (line ${line})`

import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { checkInput } from '#src/sdk/check-input.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { inputError } from '#src/sdk/run-tool.ts'
import { unavailable } from '#src/server/http/app-error.ts'
import type { ExampleFailure, Trial } from './creator-tools.schema.ts'
import { differencesOf } from './example-words.ts'
import { outputMisfits, typeMisfits } from './output-misfits.ts'
import { failedTrial, toProgram, toTrial } from './to-trial.ts'
import { type ToolContent, toOutputSchema } from './tool-content.schema.ts'

export interface RunContent {
  readonly content: ToolContent
  readonly input: JsonObject
  /** Whose slot in the sandbox is used. */
  readonly account: string
}

/** Runs a draft in the sandbox, as the published tool would run. @throws 503 when the sandbox takes no call */
export async function runContent(sandbox: Sandbox, { content, input, account }: RunContent): Promise<Trial> {
  const checked = checkInput(content.fields, input)
  if (!checked.ok) {
    const { details = [], ...error } = inputError(checked.errors, checked.unknown)
    return failedTrial({ error, details })
  }
  const begun = performance.now()
  const outcome = await sandbox.run({ ...toProgram(content), input: checked.value, account, measure: true })
  const durationMs = Math.round((performance.now() - begun) * 1000) / 1000
  if (outcome.ok) return toTrial(content, outcome, durationMs)
  const { error, used } = outcome
  if ('retryAfter' in error) throw unavailable(error.message, error.retryAfter)
  return toTrial(content, { ok: false, error, ...(used && { used }) }, durationMs)
}

interface RunExamples extends Omit<RunContent, 'input'> {
  /** What can be drawn is asked of what is new, and not of what was published once. */
  readonly wasPublished?: boolean
}

/** The examples that do not give what they say, each with the difference. */
export async function failingExamples(
  sandbox: Sandbox,
  { content, account, wasPublished = false }: RunExamples,
): Promise<ExampleFailure[]> {
  const misfitsOf = wasPublished ? typeMisfits : outputMisfits
  const outputs = toOutputSchema(content.outputs)
  const failures: ExampleFailure[] = []
  // One after the other: an account has one slot.
  for (const [example, { title, input, output }] of content.examples.entries()) {
    const trial = await runContent(sandbox, { content, input, account })
    const error = trial.ok
      ? (misfitsOf(outputs, trial.outputs as JsonObject)[0]?.message ?? null)
      : withLine(trial.error)
    const differences = trial.ok ? differencesOf(output, trial.outputs) : []
    if (error !== null || differences.length > 0) failures.push({ example, title, error, differences })
  }
  return failures
}

const withLine = ({ message, line }: { message: string; line?: number | undefined }) =>
  line === undefined ? message : `${message} (line ${line})`

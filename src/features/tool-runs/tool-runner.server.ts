import type { ToolRow } from '#src/features/catalog/catalog.queries.ts'
import type { VersionName } from '#src/features/catalog/catalog.schema.ts'
import { findAnyTool } from '#src/features/catalog/catalog.server.ts'
import { findBuiltin } from '#src/features/catalog/find-builtin.ts'
import { assertMayUse, usableBy } from '#src/features/checkout/access.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Program, RunFailure, Sandbox } from '#src/sandbox/sandbox.ts'
import { checkInput } from '#src/sdk/check-input.ts'
import { withImpliedChoices } from '#src/sdk/implied-choices.ts'
import type { Field, FieldSpec, JsonObject } from '#src/sdk/index.ts'
import { inputError, type RunOutcome, runTool } from '#src/sdk/run-tool.ts'
import { stableId } from '#src/server/crypto/stable-id.ts'
import type { Db } from '#src/server/database.ts'
import { unavailable } from '#src/server/http/app-error.ts'
import { messageWithoutInputs, shapeOf } from './failure-sample.ts'
import type { FailureSample } from './failure-samples.queries.ts'
import { isLarger } from './is-larger.ts'
import { loadTool } from './load-tool.ts'
import type { RunRecorder, ToolRunEvent } from './run-recorder.queries.ts'
import type { ToolThreads } from './tool-threads.server.ts'

export interface ToolRunRequest {
  readonly idOrSlug: string
  /** Absent: the published one. Of a built-in tool there is only that. */
  readonly version?: VersionName
  readonly input: JsonObject
  readonly userId: string | null
  /** Whose slot in the sandbox is used: a user's id or an address. */
  readonly account: string
  readonly source: ToolRunEvent['source']
  /** Throws when this person may not run such a tool now. */
  readonly admit?: (kind: ToolRow['kind']) => void
  /** The same for a repeat of this run, which then counts once. */
  readonly eventKey?: string
}

export interface ToolRun {
  readonly outcome: RunOutcome
  /** Milliseconds, with microseconds behind the point. */
  readonly durationMs: number
}

export interface ToolRunner {
  /** Runs a tool that the person may use, and counts the run; throws 402, 403, 404, 410, 503. */
  run(request: ToolRunRequest): Promise<ToolRun>
}

export interface ToolRunnerDeps {
  readonly db: Db
  readonly sandbox: Sandbox
  readonly threads: ToolThreads
  readonly recorder: RunRecorder
  /** What creators read of runs of their tools that fail. */
  readonly keepFailure: (sample: FailureSample) => Promise<void>
  /** Hears why such a sample is lost; the run goes on. */
  readonly onLost: (error: unknown) => void
}

/** How long a tool's definition is taken from memory, so that a busy tool is not read for every run. */
const DEFINITION_MS = 1000
const MAX_DEFINITIONS = 1000

/** Characters from which a tool that is quick otherwise may hold up the requests of others, by some milliseconds. */
const MUCH_INPUT = 100_000

/** A refused input was never a run. */
const isRefused = (outcome: RunOutcome) =>
  !outcome.ok && (outcome.error.code === 'INVALID_INPUT' || outcome.error.code === 'INVALID_REQUEST')

const toFields = (row: ToolRow): Field[] =>
  Object.entries(row.input_schema as Record<string, FieldSpec>).map(([name, spec]) => ({ ...spec, name }))

export function createToolRunner({ db, sandbox, threads, recorder, keepFailure, onLost }: ToolRunnerDeps): ToolRunner {
  const definitions = new Map<string, { row: Promise<ToolRow | undefined>; until: number }>()
  const definitionOf = (idOrSlug: string, version?: VersionName): Promise<ToolRow | undefined> => {
    const name = `${idOrSlug} ${version ?? ''}`
    const known = definitions.get(name)
    if (known !== undefined && known.until > Date.now()) return known.row
    if (definitions.size >= MAX_DEFINITIONS) definitions.clear()
    const row = findAnyTool(db, idOrSlug, version)
    definitions.set(name, { row, until: Date.now() + DEFINITION_MS })
    row.catch(() => definitions.delete(name))
    return row
  }

  const runBuiltin = async (slug: string, { input, account, source }: ToolRunRequest): Promise<RunOutcome> => {
    const tool = await findBuiltin(slug)
    if (tool === undefined) throw unavailable('This tool is not part of this release')
    // A step of a workflow must not fail because others wait for the thread: what cannot run long computes where it is.
    const mayRunLong = tool.mayRunLong === true || (source !== 'workflow' && isLarger(input, MUCH_INPUT))
    return mayRunLong ? threads.run(slug, input, account) : runTool(await loadTool(slug), input)
  }
  const runInSandbox = async (row: ToolRow, request: ToolRunRequest): Promise<RunOutcome> => {
    const checked = checkInput(toFields(row), request.input)
    if (!checked.ok) return { ok: false, error: inputError(checked.errors, checked.unknown) }
    // Written by saveTool: the kind of the tool says which.
    const program = row.code as Program
    const outcome = await sandbox.run({ ...program, input: checked.value, account: request.account })
    if (outcome.ok) return outcome
    const { error } = outcome
    if ('retryAfter' in error) throw unavailable(error.message, error.retryAfter)
    if (row.owner_id !== null) await keepFailure(toSample(row, checked.value, error)).catch(onLost)
    return { ok: false, error: { code: error.code, message: withLine(error) } }
  }

  return {
    async run(asked) {
      const row = await usableBy(db, asked.userId, await definitionOf(asked.idOrSlug, asked.version))
      await assertMayUse(db, row, asked.userId)
      asked.admit?.(row.kind)
      // The fields of a node in a workflow were chosen in a form, which shows what goes with what.
      const request =
        asked.source === 'api' ? { ...asked, input: withImpliedChoices(toFields(row), asked.input) } : asked
      const begun = performance.now()
      const outcome = await (row.kind === 'builtin' ? runBuiltin(row.slug, request) : runInSandbox(row, request))
      const durationMs = Math.round((performance.now() - begun) * 1000) / 1000
      if (!isRefused(outcome)) await recorder.record(toEvent(row, request, outcome, durationMs))
      return { outcome, durationMs }
    },
  }
}

const withLine = ({ message, line }: { message: string; line?: number }) =>
  line === undefined ? message : `${message} (line ${line})`

/** What the sandbox says of a limit is ours; what a tool says of itself may repeat what it was given. */
const toSample = (row: ToolRow, input: JsonObject, error: RunFailure): FailureSample => {
  const secrets = new Set(
    toFields(row)
      .filter(({ secret, type }) => secret === true || type === 'password')
      .map(({ name }) => name),
  )
  const { code, message, line } = error
  const base = { toolId: row.id, version: row.version, code, inputs: shapeOf(input, (name) => secrets.has(name)) }
  // By choosing among its words and lines a tool could spell out what is secret.
  if (Object.entries(input).some(([name, value]) => secrets.has(name) && value !== null && value !== ''))
    return { ...base, message: '' }
  const said = code === 'TOOL_ERROR' ? messageWithoutInputs({ message, input, program: row.code as Program }) : message
  return { ...base, message: withLine({ message: said, ...(line !== undefined && { line }) }) }
}

const toEvent = (row: ToolRow, request: ToolRunRequest, outcome: RunOutcome, durationMs: number): ToolRunEvent => ({
  id: request.eventKey === undefined ? uuidv7() : stableId(request.eventKey),
  toolId: row.id,
  version: row.version,
  userId: request.userId,
  source: request.source,
  success: outcome.ok,
  errorCode: outcome.ok ? null : outcome.error.code,
  durationMs,
})

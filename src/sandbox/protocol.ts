import type { Json, JsonObject } from '#src/sdk/json.ts'
import type { Limits } from '#src/sdk/sandbox-limits.ts'
import type { Program, RunFailureCode, RunOutcome, Used } from './sandbox.ts'

/** The first line of a runner: its engine is compiled and has run once, calls may come. */
export const READY = 'ready'

/** What a runner is to do. */
export type RunWork = Program & {
  readonly input: JsonObject
  readonly limits: Limits
  readonly measure?: boolean
}
export type RunRequest = RunWork & { readonly id: number }

/** More than a script's console keeps. */
const MAX_LINES = 200

const CODES: ReadonlySet<unknown> = new Set<RunFailureCode>([
  'TIME_LIMIT',
  'MEMORY_LIMIT',
  'OUTPUT_LIMIT',
  'TOOL_ERROR',
])

/** A runner's line, believed only in the shape of an answer to call `id`; anything else is undefined. */
export function parseAnswer(line: string, id: number): RunOutcome | undefined {
  const answer = parse(line)
  if (answer?.id !== id) return undefined
  const used = usedIn(answer.used)
  if (answer.ok === true) return isRecord(answer.outputs) ? { ok: true, outputs: answer.outputs, ...used } : undefined
  const error = answer.ok === false && isRecord(answer.error) ? answer.error : undefined
  if (error === undefined || !isCode(error.code) || typeof error.message !== 'string') return undefined
  const { code, message, line: at, console: written } = error
  return {
    ok: false,
    error: {
      code,
      message: message.slice(0, 500),
      ...(typeof at === 'number' && { line: at }),
      ...(isLines(written) && { console: written.slice(0, MAX_LINES) }),
    },
    ...used,
  }
}

function usedIn(value: Json | undefined): { used: Used } | undefined {
  if (!isRecord(value) || !isAmount(value.cpuMs)) return undefined
  const { cpuMs, memoryBytes } = value
  return { used: { cpuMs, ...(isAmount(memoryBytes) && { memoryBytes }) } }
}

function parse(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isLines = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((line) => typeof line === 'string')
const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= 0
const isCode = (code: unknown): code is RunFailureCode => CODES.has(code)
const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

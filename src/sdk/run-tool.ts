import type { Tool } from './define-tool.ts'
import type { JsonObject } from './json.ts'
import { ToolError } from './tool-error.ts'
import { type ToolWorld, theWorld } from './tool-world.ts'
import { type FieldError, validateInput } from './validate-input.ts'

export type RunErrorCode =
  | 'INVALID_REQUEST'
  | 'INVALID_INPUT'
  | 'TOOL_ERROR'
  | 'TIME_LIMIT'
  | 'MEMORY_LIMIT'
  | 'OUTPUT_LIMIT'
export interface RunError {
  readonly code: RunErrorCode
  readonly message: string
  readonly details?: readonly FieldError[]
}
export type RunOutcome =
  | { readonly ok: true; readonly outputs: JsonObject }
  | { readonly ok: false; readonly error: RunError }

/** Validates and runs a built-in tool. An error that is not a ToolError is a bug and is thrown on. */
export function runTool(
  tool: Pick<Tool, 'input' | 'run'>,
  raw: Readonly<Record<string, unknown>>,
  world: ToolWorld = theWorld(),
): RunOutcome {
  const checked = validateInput(tool.input, raw)
  if (!checked.ok) return { ok: false, error: inputError(checked.errors, checked.unknown) }
  try {
    const outputs = tool.run(checked.value, world)
    return { ok: true, outputs: withoutUndefined(outputs) }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { ok: false, error: toolError(error) }
  }
}

export function inputError(errors: readonly FieldError[], unknown: readonly string[]): RunError {
  if (unknown.length > 0)
    return {
      code: 'INVALID_REQUEST',
      message: `Unknown input: ${unknown.join(', ')}`,
      details: unknown.map((field) => ({ field, message: 'This tool has no such input' })),
    }
  return { code: 'INVALID_INPUT', message: errors[0]?.message ?? 'Invalid input', details: errors }
}

const toolError = ({ message, field }: ToolError): RunError =>
  field === undefined
    ? { code: 'TOOL_ERROR', message }
    : { code: 'INVALID_INPUT', message, details: [{ field, message }] }

const withoutUndefined = (outputs: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(Object.entries(outputs).filter(([, value]) => value !== undefined)) as JsonObject

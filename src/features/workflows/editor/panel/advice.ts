import type { ExecutionStep } from '#src/features/executions/executions.schema.ts'
import { adviceFor as wordsFor } from '#src/features/executions/failure-advice.ts'

type Failure = Pick<NonNullable<ExecutionStep['error']>, 'code' | 'message'>

export interface Advice {
  /** What to do about it, in whole sentences. */
  readonly text: string
  /** The setting to look at, as problems name it: "url", "headers.accept". */
  readonly field?: string
}

/** The setting that each kind of failure is most likely about. */
const FIELDS: Readonly<Record<string, string>> = {
  HTTP_STATUS: 'url',
  INVALID_RESPONSE: 'url',
  INVALID_REQUEST: 'url',
  RESPONSE_TOO_LARGE: 'url',
  TOOL_ERROR: 'input',
  LOOP_LIMIT: 'items',
  CODE_ERROR: 'code',
}

/** An expression that fails says where it stands: "(at setting headers.accept, character 4)". */
// Runs of before have "config" in its place.
const PLACE = /\(at (?:setting|config) ([^,)]+), character \d+\)/

/** What somebody can do about a failure, and the setting that it is about. */
export function adviceFor({ code, message }: Failure): Advice {
  const field = PLACE.exec(message)?.[1] ?? FIELDS[code] ?? (code.startsWith('EGRESS_') ? 'url' : undefined)
  return { text: wordsFor(code), ...(field !== undefined && { field }) }
}

const LINE = /\(line (\d+)\)$/

/** The line of a step's own code that failed, counted from 1. */
export function failedLine({ code, message }: Failure): number | undefined {
  const line = code === 'CODE_ERROR' ? LINE.exec(message)?.[1] : undefined
  return line === undefined ? undefined : Number(line)
}

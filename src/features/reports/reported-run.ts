import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { looksSecret } from '#src/features/tool-page/delicate.ts'
import { inputsOf } from '#src/features/tool-page/form-values.ts'
import { toHash } from '#src/features/tool-page/share-link.ts'
import type { ToolSession } from '#src/features/tool-page/tool-session.ts'
import type { Field, FieldSpec } from '#src/sdk/fields.ts'
import type { Json } from '#src/sdk/json.ts'
import { REPORT_WORDS, RUN_INPUTS_MAX, RUN_OUTPUTS_MAX } from './report-rules.ts'

type Values = Readonly<Record<string, unknown>>

/** A result of a tool, with all that it takes to get it again. */
export interface ReportedRun {
  readonly version: number
  /** Without those that are as the form begins. */
  readonly inputs: Values
  readonly outputs: Values
}

/** The run that a report may bring, or why it may not; undefined where no result is. */
export type OfferedRun = { readonly run: ReportedRun } | { readonly why: string } | undefined

/** Of what the form keeps to itself; tool-page has the same rule in a file of the page. */
const isPrivate = ({ type, secret }: FieldSpec): boolean => secret === true || type === 'password' || type === 'file'

/** Infinite for what is nested too deep to be written. */
function jsonLength(value: Values): number {
  try {
    return JSON.stringify(value).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

export const areShortInputs = (inputs: Values): boolean => jsonLength(inputs) <= RUN_INPUTS_MAX
export const areShortOutputs = (outputs: Values): boolean => jsonLength(outputs) <= RUN_OUTPUTS_MAX

/** JSON as it is by what it came from: a request or a form. */
const asJson = (values: Values) => values as Readonly<Record<string, Json>>

interface OpenTool {
  readonly fields: readonly Field[]
  readonly session: ToolSession
}

/** What of a tool page could be sent: only a result of the inputs that are there now. */
export function offeredRun(fxn: Fxn, { fields, session }: OpenTool): OfferedRun {
  const { result, revision, values } = session
  if (result === undefined || result.revision !== revision) return undefined
  const inputs = inputsOf(fields, values)
  const outputs = Object.fromEntries(
    Object.entries(result.outputs).filter(([name]) => Object.hasOwn(fxn.outputSchema, name)),
  )
  const run = { version: fxn.version, inputs, outputs }
  const hidden = fields.some((field) => isPrivate(field) && (values[field.name] ?? '') !== '')
  if (hidden || fxn.inputConfig.confidential || holdsSecret(run)) return { why: REPORT_WORDS.secretRun }
  if (!areShortInputs(inputs)) return { why: `${REPORT_WORDS.longInputs} to be sent` }
  if (!areShortOutputs(outputs)) return { why: `${REPORT_WORDS.longOutputs} to be sent` }
  return { run }
}

const holdsSecret = ({ inputs, outputs }: ReportedRun): boolean =>
  looksSecret(asJson(inputs)) || looksSecret(asJson(outputs))

interface Schemas {
  readonly inputSchema: Readonly<Record<string, FieldSpec>>
  readonly outputSchema: Values
  readonly confidential: boolean
}

/** What is wrong with a run that somebody sent; undefined when nothing is. */
export function runProblem(run: ReportedRun, tool: Schemas): { field: string; message: string } | undefined {
  const inputs = Object.keys(run.inputs)
  const unknown = inputs.find((name) => !Object.hasOwn(tool.inputSchema, name))
  if (unknown !== undefined) return { field: `run.inputs.${unknown}`, message: 'The tool has no such input' }
  const secret = Object.entries(tool.inputSchema).find(([name, field]) => inputs.includes(name) && isPrivate(field))
  if (secret) return { field: `run.inputs.${secret[0]}`, message: REPORT_WORDS.secretRun }
  const other = Object.keys(run.outputs).find((name) => !Object.hasOwn(tool.outputSchema, name))
  if (other !== undefined) return { field: `run.outputs.${other}`, message: 'The tool has no such output' }
  if (tool.confidential || holdsSecret(run)) return { field: 'run', message: REPORT_WORDS.secretRun }
  return undefined
}

/** The page of the tool, in that version and with those inputs. */
export const pathOfRun = (slug: string, { version, inputs }: ReportedRun): string =>
  `/fxn/${slug}?version=${version}${toHash(asJson(inputs)) ?? ''}`

import type { OutputSpec } from '#src/sdk/outputs.ts'
import { columnsOf, toRows } from '#src/ui/outputs/format-value.ts'
import { isObjectList } from './object-list.ts'

export interface ShownOutput {
  readonly name: string
  readonly spec: OutputSpec
  readonly value: unknown
}

/** The outputs that are there, in the order of the schema; the first primary one, else the first, leads. */
export function shownOutputs(
  schema: Readonly<Record<string, OutputSpec>>,
  outputs: Readonly<Record<string, unknown>>,
): ShownOutput[] {
  const present = Object.entries(schema).flatMap(([name, spec]) =>
    Object.hasOwn(outputs, name) && outputs[name] !== undefined ? [{ name, spec, value: outputs[name] }] : [],
  )
  const lead = present.find(({ spec }) => spec.primary) ?? present[0]
  if (lead === undefined) return []
  const others = present.filter((output) => output !== lead)
  return [lead, ...others].map((output) => ({ ...output, spec: { ...output.spec, primary: output === lead } }))
}

/** A list of objects is a plan or the like: it and the tables beside it need the whole width. */
export function byWidth(outputs: readonly ShownOutput[]): { narrow: ShownOutput[]; wide: ShownOutput[] } {
  const isPlan = outputs.some(({ spec, value }) => spec.renderer === 'list' && isObjectList(value))
  const isWide = ({ spec, value }: ShownOutput) =>
    isPlan && (spec.renderer === 'table' || (spec.renderer === 'list' && isObjectList(value)))
  return { narrow: outputs.filter((output) => !isWide(output)), wide: outputs.filter(isWide) }
}

const cell = (value: unknown): string =>
  (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))
    .replaceAll('\t', ' ')
    .replaceAll('\n', ' ')

/** Rows with tabs between the cells, as spreadsheets paste them. */
function tableText(value: unknown, declared: OutputSpec['columns']): string {
  const rows = toRows(value)
  const columns = columnsOf(rows, declared)
  const lines = rows.map((row) => columns.map(({ name }) => cell(row[name])).join('\t'))
  return [columns.map(({ label }) => label).join('\t'), ...lines].join('\n')
}

/** One output as text for the clipboard: numbers plain, tables with tabs, objects as JSON. */
export function outputText({ spec, value }: ShownOutput): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (spec.format === 'marked' && Array.isArray(value)) return value.map(({ text }) => text).join('')
  if (Array.isArray(value) && (spec.renderer === 'table' || spec.renderer === 'chart'))
    return tableText(value, spec.columns)
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join('\n')
  return JSON.stringify(value, null, 2)
}

/** All outputs as text; where code leads, as in a formatter, the code alone. */
export function resultText(outputs: readonly ShownOutput[]): string {
  const [lead] = outputs
  if (lead?.spec.format === 'code' && typeof lead.value === 'string') return lead.value
  return outputs
    .map((output) => {
      const text = outputText(output)
      return `${output.spec.label}:${text.includes('\n') ? '\n' : ' '}${text}`
    })
    .join('\n')
}

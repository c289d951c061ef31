import { columnsOf, toRows } from '#src/ui/outputs/format-value.ts'
import { outputText, resultText, type ShownOutput } from './outputs.ts'
import { inShownOrder } from './shown-order.ts'
import { tableCsv, withByteOrderMark } from './table-csv.ts'

type FileKind = 'txt' | 'json' | 'csv' | 'html'

export interface OutputFile {
  readonly name: string
  readonly type: string
  readonly text: string
}

const TYPES: Readonly<Record<FileKind, string>> = {
  txt: 'text/plain',
  json: 'application/json',
  csv: 'text/csv',
  html: 'text/html',
}

function isJsonText(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return false
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/** The form that fits the renderer. Undefined: a figure beside others, or an image or file, which is saved where it stands. */
export function kindOf({ spec, value }: ShownOutput): FileKind | undefined {
  if (spec.renderer === 'image' || spec.format === 'file' || (spec.renderer === 'badge' && typeof value !== 'object'))
    return undefined
  if (Array.isArray(value) && (spec.renderer === 'table' || spec.renderer === 'chart')) return 'csv'
  if (spec.format === 'html') return 'html'
  if (spec.format === 'marked' || typeof value !== 'object') return isJsonText(value) ? 'json' : 'txt'
  const isLines = Array.isArray(value) && spec.renderer === 'list' && value.every((item) => typeof item !== 'object')
  return isLines ? 'txt' : 'json'
}

const fileOf = (name: string, kind: FileKind, text: string): OutputFile => ({
  name: `${name}.${kind}`,
  type: `${TYPES[kind]};charset=utf-8`,
  text,
})

/** A table as a file, in the order in which it is shown. */
export function csvFile(name: string, { spec, value }: Pick<ShownOutput, 'spec' | 'value'>): OutputFile {
  const columns = columnsOf(toRows(value), spec.columns)
  return fileOf(name, 'csv', withByteOrderMark(tableCsv(inShownOrder(value), columns)))
}

interface Offer {
  readonly label: string
  readonly kind: FileKind
  readonly file: () => OutputFile
}

/** What can be downloaded of a result: each part in its own form, then all that Copy takes, and all of it for programs. */
export function downloadsOf(slug: string, outputs: readonly ShownOutput[]): Offer[] {
  const parts = outputs.flatMap((output): Offer[] => {
    const kind = kindOf(output)
    const name = `${slug}-${output.name}`
    if (kind === undefined) return []
    const file = () => (kind === 'csv' ? csvFile(name, output) : fileOf(name, kind, outputText(output)))
    return [{ label: output.spec.label, kind, file }]
  })
  const [lead, ...others] = outputs
  const isAlone = others.length === 0 || lead?.spec.format === 'code'
  const all = Object.fromEntries(outputs.map(({ name, value }) => [name, value]))
  const whole = (kind: FileKind, text: () => string): Offer => ({
    ...{ label: 'Whole result', kind },
    file: () => fileOf(slug, kind, text()),
  })
  return [
    ...parts,
    ...(isAlone && parts.length > 0 ? [] : [whole('txt', () => resultText(outputs))]),
    whole('json', () => JSON.stringify(all, null, 2)),
  ]
}

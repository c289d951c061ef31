import type { Column, OutputSpec } from '#src/sdk/outputs.ts'

type Format = OutputSpec['format'] | Column['type']

const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: 15 })

function formatNumber(value: number, format: Format): string {
  if (format === 'money') return money.format(value)
  const size = Math.abs(value)
  // Both formats that round begin with an r, and no other does: every page of a tool carries this.
  const text =
    size !== 0 && (size < 1e-6 || size >= 1e15)
      ? String(value)
      : plain.format(format?.startsWith('r') ? Number(size < 10 ? value.toPrecision(4) : value.toFixed(2)) : value)
  return format?.endsWith('percent') ? `${text} %` : text
}

/** A value as one line of text: numbers grouped, money with two decimals, flags as words, the rest as JSON. */
export function formatValue(value: unknown, format?: Format): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number') return formatNumber(value, format)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export type Row = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The rows of a table or chart: an object alone is one, and what is none becomes a row with one value. */
export const toRows = (value: unknown): readonly Row[] =>
  (Array.isArray(value) ? value : isRow(value) ? [value] : []).map((row) => (isRow(row) ? row : { value: row }))

/** The declared columns that have a value, or those of the first row. */
export function columnsOf(rows: readonly Row[], declared: readonly Column[] | undefined): readonly Column[] {
  if (declared) return declared.filter(({ name }) => rows.length === 0 || rows.some((row) => row[name] !== undefined))
  return Object.entries(rows[0] ?? {}).map(([name, value]) => ({
    name,
    label: name,
    type: typeof value === 'number' ? 'number' : 'string',
  }))
}

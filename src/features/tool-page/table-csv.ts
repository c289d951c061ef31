import { csvLine } from '#src/lib/csv.ts'
import type { Column } from '#src/sdk/outputs.ts'
import { columnsOf, toRows } from '#src/ui/outputs/format-value.ts'

const cellOf = (value: unknown, type: Column['type']) =>
  typeof value === 'number' && type === 'money' ? value.toFixed(2) : value

/** The rows of a table output as RFC 4180 has them, headed by the labels. Numbers are plain, money has two decimals. */
export function tableCsv(value: unknown, declared: readonly Column[] | undefined): string {
  const rows = toRows(value)
  const columns = columnsOf(rows, declared)
  const lines = [
    columns.map(({ label }) => label),
    ...rows.map((row) => columns.map(({ name, type }) => cellOf(row[name], type))),
  ]
  return lines.map(csvLine).join('')
}

/** Excel takes a file without this mark for one of an old code page, so it is there where letters need it. */
export const withByteOrderMark = (csv: string): string => (/^[\0-\x7f]*$/.test(csv) ? csv : `\ufeff${csv}`)

import { csvLine } from '#src/lib/csv.ts'

/** How a file says what the table says: its numbers are plain, so that the heading has their unit. */
export interface InFile {
  readonly unit: string
  /** The figure of the table, without its unit. */
  readonly figure?: (value: number) => number
}

interface Column {
  readonly name: string
  readonly values: readonly (number | null)[]
}

/** The values of a chart by day, for a spreadsheet. */
export function chartFile(days: readonly string[], columns: readonly Column[], inFile?: InFile): string {
  const heading = ['day', ...columns.map(({ name }) => (inFile === undefined ? name : `${name} (${inFile.unit})`))]
  const cell = (value: number | null = null) => (value === null ? null : (inFile?.figure?.(value) ?? value))
  const lines = days.map((day, at) => [day, ...columns.map(({ values }) => cell(values[at]))])
  return `\ufeff${[heading, ...lines].map(csvLine).join('')}`
}

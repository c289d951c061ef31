import { csvLine } from '#src/lib/csv.ts'
import { hundredths } from './figure-texts.ts'

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

/** What stands beside the counts, by its names. */
export interface BesideCounts<Row> {
  readonly names: readonly string[]
  readonly of: (row: Row) => readonly (string | number)[]
}

interface FailuresFile<Row> {
  readonly rows: readonly Row[]
  /** How many runs failed in all. */
  readonly failed: number
  readonly first: BesideCounts<Row>
  readonly last?: BesideCounts<Row> | undefined
}

/** What failed, how often, and its share of all failures, as the table has it. */
export function failuresFile<Row extends { readonly count: number }>(file: FailuresFile<Row>): string {
  const { rows, failed, first, last = { names: [], of: () => [] } } = file
  const lines = rows.map((row) => {
    const share = failed === 0 ? null : hundredths(row.count / failed)
    return [...first.of(row), row.count, share, ...last.of(row)]
  })
  return `\ufeff${[[...first.names, 'count', 'of all failures (%)', ...last.names], ...lines].map(csvLine).join('')}`
}

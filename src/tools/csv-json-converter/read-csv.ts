import papaparse from 'papaparse'
import { ToolError } from '#src/sdk/index.ts'

export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
export type Delimiter = keyof typeof DELIMITERS

const PROBLEMS: Readonly<Record<string, string>> = {
  MissingQuotes: 'has a quoted field without its closing quote',
  InvalidQuotes: 'has text behind the closing quote of a field; a quote within a quoted field is written twice',
}

/** The records of a CSV text. A line end at the end of the text begins no record; the byte order mark is no data. */
export function readCsv(csv: string, delimiter: Delimiter | 'auto'): string[][] {
  const text = csv.replace(/^\uFEFF/, '').replace(/(?:\r\n|\n|\r)$/, '')
  if (text === '') return []
  const { data, errors } = papaparse.parse<string[]>(text, {
    delimiter: delimiter === 'auto' ? '' : DELIMITERS[delimiter],
    delimitersToGuess: Object.values(DELIMITERS),
  })
  const problem = errors.find(({ type }) => type === 'Quotes')
  if (problem)
    throw new ToolError(`CSV: record ${(problem.row ?? 0) + 1} ${PROBLEMS[problem.code] ?? problem.message}`, {
      field: 'csv',
    })
  return data
}

import papaparse from 'papaparse'
import { ToolError } from '#src/sdk/index.ts'

export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
export type Delimiter = keyof typeof DELIMITERS

const PROBLEMS: Readonly<Record<string, string>> = {
  MissingQuotes: 'has a quoted field without its closing quote',
  InvalidQuotes: 'has text behind the closing quote of a field; a quote within a quoted field is written twice',
}

const LINE_ENDS = [/\r\n/, /\r(?!\n)/, /(?<!\r)\n/]

/** Line ends between records become LF; those in quotes stay as they are. */
function withOneLineEnd(text: string, delimiter: string): string {
  const quotedOrEnd = new RegExp(`(?<=^|[\\r\\n\\${delimiter}])"[^"]*"(?:"[^"]*")*|\\r\\n?`, 'g')
  return text.replace(quotedOrEnd, (found) => (found.startsWith('"') ? found : '\n'))
}

const guessed = (text: string): string =>
  papaparse.parse(text.replace(/\r\n?/g, '\n'), { preview: 10, delimitersToGuess: Object.values(DELIMITERS) }).meta
    .delimiter

/** The library takes one line end for all, and what follows another one for part of the line. */
function parsed(text: string, delimiter: string) {
  const isMixed = LINE_ENDS.filter((end) => end.test(text)).length > 1
  if (!isMixed) return papaparse.parse<string[]>(text, { delimiter, delimitersToGuess: Object.values(DELIMITERS) })
  const known = delimiter === '' ? guessed(text) : delimiter
  return papaparse.parse<string[]>(withOneLineEnd(text, known), { delimiter: known, newline: '\n' })
}

/** The records of a CSV text. A line end at the end of the text begins no record; the byte order mark is no data. */
export function readCsv(csv: string, delimiter: Delimiter | 'auto'): string[][] {
  const text = csv.replace(/^\uFEFF/, '').replace(/(?:\r\n|\n|\r)$/, '')
  if (text === '') return []
  const { data, errors } = parsed(text, delimiter === 'auto' ? '' : DELIMITERS[delimiter])
  const problem = errors.find(({ type }) => type === 'Quotes')
  if (problem)
    throw new ToolError(`CSV: record ${(problem.row ?? 0) + 1} ${PROBLEMS[problem.code] ?? problem.message}`, {
      field: 'csv',
    })
  return data
}

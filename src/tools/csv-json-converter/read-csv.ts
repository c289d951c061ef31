import papaparse from 'papaparse'
import { ToolError } from '#src/sdk/index.ts'

export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
export type Delimiter = keyof typeof DELIMITERS

const PROBLEMS: Readonly<Record<string, string>> = {
  MissingQuotes: 'has a quoted field without its closing quote',
  InvalidQuotes: 'has text behind the closing quote of a field; a quote within a quoted field is written twice',
}

const LINE_ENDS = [/\r\n/, /\r(?!\n)/, /(?<!\r)\n/]

const quotedOr = (other: string, delimiter: string): RegExp =>
  new RegExp(`(?<=^|[\\r\\n\\${delimiter}])"[^"]*"(?:"[^"]*")*|${other}`, 'g')

/** Line ends between records become LF; those in quotes stay as they are. */
const withOneLineEnd = (text: string, delimiter: string): string =>
  text.replace(quotedOr('\\r\\n?', delimiter), (found) => (found.startsWith('"') ? found : '\n'))

const BLANK_LINE = String.raw`(?<=^|\n|\r(?!\n))(?:\r\n|\r|\n)`

const withoutBlankLines = (text: string, delimiter: string): string =>
  text.replace(quotedOr(BLANK_LINE, delimiter), (found) => (found.startsWith('"') ? found : ''))

const guessed = (text: string): string =>
  papaparse.parse(text.replace(/\r\n?/g, '\n'), {
    preview: 10,
    delimitersToGuess: Object.values(DELIMITERS),
    skipEmptyLines: true,
  }).meta.delimiter

/** The library takes one line end for all, and what follows another one for part of the line. */
function parsed(text: string, delimiter: string) {
  const isMixed = LINE_ENDS.filter((end) => end.test(text)).length > 1
  if (!isMixed) return papaparse.parse<string[]>(text, { delimiter })
  return papaparse.parse<string[]>(withOneLineEnd(text, delimiter), { delimiter, newline: '\n' })
}

/** A blank line among several columns is no record, but may be an empty cell where there is one column only. */
function parsedRecords(text: string, delimiter: string) {
  const whole = parsed(text, delimiter)
  const isTable = whole.data.some((record) => record.length > 1)
  const mayHaveBlankLines = whole.data.some(([cell, ...more]) => cell === '' && more.length === 0)
  return isTable && mayHaveBlankLines ? parsed(withoutBlankLines(text, delimiter), delimiter) : whole
}

/** The records of a CSV text. Line ends at the end of the text begin no record; the byte order mark is no data. */
export function readCsv(csv: string, delimiter: Delimiter | 'auto'): string[][] {
  const text = csv.replace(/^\uFEFF/, '').replace(/(?<![\r\n])[\r\n]+$/, '')
  if (text === '') return []
  const { data, errors } = parsedRecords(text, delimiter === 'auto' ? guessed(text) : DELIMITERS[delimiter])
  const problem = errors.find(({ type }) => type === 'Quotes')
  if (problem)
    throw new ToolError(`CSV: record ${(problem.row ?? 0) + 1} ${PROBLEMS[problem.code] ?? problem.message}`, {
      field: 'csv',
    })
  return data
}

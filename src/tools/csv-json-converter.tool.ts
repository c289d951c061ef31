import papaparse from 'papaparse'
import { parseExactJson } from '#src/lib/exact-json.ts'
import { badge, checkbox, defineTool, json, radio, select, ToolError, text, textarea } from '#src/sdk/index.ts'
import { DELIMITERS, type Delimiter, readCsv } from './csv-json-converter/read-csv.ts'
import { toRecords, toValues } from './csv-json-converter/records.ts'

const LONGEST_TEXT = 5_000_000

interface Writing {
  readonly header: boolean
  readonly delimiter: Delimiter | 'auto'
}

const isBlank = (record: readonly string[]): boolean => record.every((field) => field === '') && record.length < 2

/** A record that is one empty field is written in quotes: an empty line at the end would be none. */
function written(records: string[][], delimiter: string): string {
  if (!records.some(isBlank)) return papaparse.unparse(records, { delimiter })
  return records.map((record) => (isBlank(record) ? '""' : papaparse.unparse([record], { delimiter }))).join('\r\n')
}

function toCsv(given: string, { header, delimiter }: Writing) {
  if (given.trim() === '') throw new ToolError('JSON is required', { field: 'json' })
  const parsed = parseExactJson(given)
  if (!parsed.ok) throw new ToolError(`JSON ${parsed.problem}`, { field: 'json' })
  const records = toRecords(parsed.value, header)
  const csv = written(records, DELIMITERS[delimiter === 'auto' ? 'comma' : delimiter])
  return { csv, records: records.length }
}

export const csvJsonConverter = defineTool({
  slug: 'csv-json-converter',
  title: 'CSV to JSON Converter',
  description: 'Converts CSV to JSON and JSON to CSV as RFC 4180 has it, with or without a header and types.',
  category: 'converter',
  tags: ['csv', 'json', 'data'],
  keywords: [
    'csv to json',
    'json to csv',
    'comma separated values',
    'spreadsheet',
    'excel',
    'tsv',
    'tab separated',
    'semicolon',
    'rfc 4180',
    'table',
  ],
  input: [
    radio('action', {
      label: 'Convert',
      default: 'to-json',
      options: { 'to-json': 'CSV to JSON', 'to-csv': 'JSON to CSV' },
    }),
    textarea('csv', {
      label: 'CSV',
      default: '',
      placeholder: 'field_name,field_name\naaa,bbb',
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
      showIf: { field: 'action', in: ['to-json'] },
    }),
    textarea('json', {
      takesJson: true,
      label: 'JSON',
      help: 'A list of objects, or a list of lists.',
      default: '',
      placeholder: '[{"name": "aaa"}]',
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
      showIf: { field: 'action', in: ['to-csv'] },
    }),
    checkbox('header', { label: 'First line has the names', default: true }),
    checkbox('inferTypes', {
      label: 'Find numbers, true and false',
      help: 'An empty field becomes null.',
      showIf: { field: 'action', in: ['to-json'] },
    }),
    select('delimiter', {
      label: 'Delimiter',
      default: 'auto',
      options: {
        auto: 'Find it out (comma for JSON to CSV)',
        comma: 'Comma',
        semicolon: 'Semicolon',
        tab: 'Tab',
        pipe: 'Vertical bar',
      },
      aliases: { ',': 'comma', ';': 'semicolon', '\\t': 'tab', '|': 'pipe' },
    }),
  ],
  output: {
    csv: text('CSV', { format: 'code', primary: true }),
    json: json('JSON', { type: 'array' }),
    records: badge('Records', { help: 'With the header.' }),
  },
  mayRunLong: true,
  isLarge: true,
  run: ({ action, csv, json: given, header, inferTypes, delimiter }) => {
    if (action === 'to-csv') return toCsv(given, { header, delimiter })
    const records = readCsv(csv, delimiter)
    return { json: toValues(records, { header, inferTypes }), records: records.length }
  },
  examples: [
    {
      title: 'With a header',
      input: { csv: 'a,b,c\r\naaa,bbb,ccc\r\nzzz,yyy,xxx\r\n', action: 'to-json', header: true },
      output: {
        json: [
          { a: 'aaa', b: 'bbb', c: 'ccc' },
          { a: 'zzz', b: 'yyy', c: 'xxx' },
        ],
      },
      source: 'RFC 4180, section 2, rule 3, with the names a, b and c',
    },
    {
      title: 'Two records',
      input: { csv: 'aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n', action: 'to-json', header: false },
      output: {
        json: [
          ['aaa', 'bbb', 'ccc'],
          ['zzz', 'yyy', 'xxx'],
        ],
      },
      source: 'RFC 4180, section 2, rule 1',
    },
    {
      title: 'A quote within a field is written twice',
      input: { csv: '"aaa","b""bb","ccc"', action: 'to-json', header: false },
      output: { json: [['aaa', 'b"bb', 'ccc']] },
      source: 'RFC 4180, section 2, rule 7',
    },
    {
      title: 'Not every object has every name',
      input: { json: '[{"a":1,"b":2},{"a":3,"c":4}]', action: 'to-csv' },
      output: { csv: 'a,b,c\r\n1,2,\r\n3,,4' },
      source: 'it-tools, JSON to CSV tests: objects with different keys; line ends of RFC 4180, section 2, rule 1',
    },
    {
      title: 'Line breaks in a field',
      input: { json: '[["aaa","b\\r\\nbb","ccc"],["zzz","yyy","xxx"]]', action: 'to-csv' },
      output: { csv: 'aaa,"b\r\nbb",ccc\r\nzzz,yyy,xxx' },
      source: 'RFC 4180, section 2, rule 6: the record, with quotes only where they are needed',
    },
  ],
  method: {
    formula:
      'Fields are split at the delimiter; in quotes a field may hold delimiters and line breaks, and a quote twice. To CSV: a field is quoted where it holds a delimiter, a quote, a line break, or spaces at its ends.',
    rounding: 'None. A number with more than 15 digits or with leading zeros stays text, so that no digit is lost.',
    notes:
      'Lines end with CRLF in what is written, with CRLF, LF or CR in what is read. Blank lines are left out, as Python’s csv.DictReader does it; within a single column one is an empty cell, but for those at the end. Nested objects and lists become JSON in their field. A name that occurs twice gets _2.',
  },
  sources: [
    {
      title: 'RFC 4180, Common Format and MIME Type for Comma-Separated Values (CSV) Files',
      url: 'https://www.rfc-editor.org/rfc/rfc4180',
    },
    { title: 'Python, csv.DictReader', url: 'https://docs.python.org/3/library/csv.html#csv.DictReader' },
    { title: 'Papa Parse', url: 'https://www.papaparse.com/docs' },
    { title: 'it-tools, JSON to CSV', url: 'https://github.com/CorentinTh/it-tools' },
  ],
})

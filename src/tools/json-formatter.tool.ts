import { badge, checkbox, defineTool, radio, range, ToolError, text, textarea } from '#src/sdk/index.ts'
import { format, minify, sortMembers, TooLongError } from './json-formatter/print-json.ts'
import { JsonSyntaxError, positionOf, scanJson, type Token } from './json-formatter/scan-json.ts'

const LONGEST_TEXT = 5_000_000
const LONGEST_RESULT = 10_000_000

type Scanned = { tokens: Token[] } | { message: string; line: number; column: number }

function scan(json: string): Scanned {
  try {
    return { tokens: scanJson(json) }
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { message: error.message, ...positionOf(json, error.offset) }
    throw error
  }
}

function formatted(tokens: readonly Token[], indent: number): string {
  try {
    return format(tokens, { indent, maxLength: LONGEST_RESULT })
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error
    throw new ToolError(
      'Indented, this JSON would be longer than 10 million characters; minify it, or use a smaller indent',
      { field: 'json' },
    )
  }
}

export const jsonFormatter = defineTool({
  slug: 'json-formatter',
  title: 'JSON Formatter',
  description: 'Formats, minifies and validates JSON, and keeps big numbers, duplicate names and escapes as written.',
  category: 'developer',
  tags: ['json', 'format', 'validate'],
  keywords: ['pretty print', 'beautify', 'minify', 'lint', 'json validator', 'sort keys', 'indent', 'rfc 8259'],
  input: [
    textarea('json', {
      takesJson: true,
      label: 'JSON',
      required: true,
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
      placeholder: '{"name": "value"}',
    }),
    radio('action', {
      label: 'Action',
      default: 'format',
      options: { format: 'Format', minify: 'Minify', validate: 'Validate' },
    }),
    range('indent', {
      label: 'Indent',
      help: 'Spaces per level.',
      integer: true,
      min: 1,
      max: 8,
      step: 1,
      default: 2,
      showIf: { field: 'action', in: ['format'] },
    }),
    checkbox('sortKeys', {
      label: 'Sort names',
      help: 'Orders the members of every object by name.',
      showIf: { field: 'action', in: ['format', 'minify'] },
    }),
  ],
  output: {
    result: text('Result', { format: 'code', primary: true }),
    valid: badge('Valid', { type: 'boolean' }),
    message: text('Problem'),
    line: text('Line', { type: 'number' }),
    column: text('Column', { type: 'number' }),
  },
  isLarge: true,
  run: ({ json, action, indent, sortKeys }) => {
    const scanned = scan(json)
    if ('message' in scanned) {
      if (action === 'validate') return { valid: false, ...scanned }
      const { message, line, column } = scanned
      throw new ToolError(`Line ${line}, column ${column}: ${message}`, { field: 'json' })
    }
    if (action === 'validate') return { valid: true }
    const tokens = sortKeys ? sortMembers(scanned.tokens) : scanned.tokens
    return { valid: true, result: action === 'minify' ? minify(tokens) : formatted(tokens, indent) }
  },
  examples: [
    {
      title: 'Format an array of numbers',
      input: { json: '[116, 943, 234, 38793]', indent: 2 },
      output: { valid: true, result: '[\n  116,\n  943,\n  234,\n  38793\n]' },
      source: 'RFC 8259, section 13: array of the first example; ECMA-262, JSON.stringify, for the layout',
    },
    {
      title: 'Texts that are a single value',
      input: { json: '"Hello world!"', action: 'minify' },
      output: { valid: true, result: '"Hello world!"' },
      source: 'RFC 8259, section 13: three small JSON texts of values only',
    },
    {
      title: 'A comma too many',
      input: { json: '{"id":0,}', action: 'validate' },
      output: { valid: false, line: 1, column: 9 },
      source: 'JSONTestSuite, n_object_trailing_comma.json; RFC 8259, section 4',
    },
    {
      title: 'Numbers beyond the range of a double keep their digits',
      input: { json: '{ "a": 1E400, "b": 3.141592653589793238462643383279 }', action: 'minify' },
      output: { result: '{"a":1E400,"b":3.141592653589793238462643383279}' },
      source: 'RFC 8259, section 6: both numbers as written there',
    },
  ],
  method: {
    formula:
      'The text is read token by token by the grammar of RFC 8259, without extensions. Format puts one member or element on a line; minify removes the whitespace between tokens.',
    rounding: 'None: numbers, escapes, the order of members and duplicate names stay exactly as written.',
    notes:
      'Line and column count from 1; a column is one character. “Sort names” orders by UTF-16 code units and keeps duplicates. A byte order mark is refused (RFC 8259, section 8.1).',
  },
  sources: [
    {
      title: 'RFC 8259, The JavaScript Object Notation (JSON) Data Interchange Format',
      url: 'https://www.rfc-editor.org/rfc/rfc8259',
    },
    { title: 'ECMA-262, JSON.stringify', url: 'https://tc39.es/ecma262/#sec-json.stringify' },
    { title: 'JSONTestSuite by Nicolas Seriot', url: 'https://github.com/nst/JSONTestSuite' },
  ],
})

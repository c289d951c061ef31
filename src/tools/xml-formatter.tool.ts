import { badge, defineTool, radio, range, ToolError, text, textarea } from '#src/sdk/index.ts'
import { XmlSyntaxError } from './xml-formatter/lexical.ts'
import { printXml, TooLongError } from './xml-formatter/print-xml.ts'
import { positionOf, scanXml, type Token } from './xml-formatter/scan-xml.ts'

const LONGEST_TEXT = 1_000_000
const LONGEST_RESULT = 10_000_000

type Scanned = { tokens: Token[] } | { message: string; line: number; column: number }

function scan(xml: string): Scanned {
  try {
    return { tokens: scanXml(xml) }
  } catch (error) {
    if (error instanceof XmlSyntaxError) return { message: error.message, ...positionOf(xml, error.offset) }
    throw error
  }
}

function printed(tokens: readonly Token[], indent: string | undefined): string {
  try {
    return printXml(tokens, { indent, maxLength: LONGEST_RESULT })
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error
    throw new ToolError('Indented, this XML would be longer than 10 million characters; use a smaller indent')
  }
}

export const xmlFormatter = defineTool({
  slug: 'xml-formatter',
  title: 'XML Formatter',
  description: 'Formats, minifies and validates XML, and keeps comments, CDATA, attributes and their order as written.',
  category: 'developer',
  tags: ['xml', 'format', 'validate'],
  keywords: [
    'pretty print',
    'beautify',
    'xml beautifier',
    'xml validator',
    'well-formed',
    'minify xml',
    'indent',
    'svg',
    'rss',
    'soap',
  ],
  input: [
    textarea('xml', {
      label: 'XML',
      required: true,
      placeholder: '<?xml version="1.0"?><greeting>Hello, world!</greeting>',
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
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
      min: 0,
      max: 8,
      step: 1,
      default: 2,
      showIf: { field: 'action', in: ['format'] },
    }),
  ],
  output: {
    result: text('Result', { format: 'code', primary: true }),
    valid: badge('Well-formed', { type: 'boolean' }),
    message: text('Problem'),
    line: text('Line', { type: 'number' }),
    column: text('Column', { type: 'number' }),
  },
  mayRunLong: true,
  isLarge: true,
  run: ({ xml, action, indent }) => {
    const scanned = scan(xml)
    if ('message' in scanned) {
      if (action === 'validate') return { valid: false, ...scanned }
      const { message, line, column } = scanned
      throw new ToolError(`Line ${line}, column ${column}: ${message}`, { field: 'xml' })
    }
    if (action === 'validate') return { valid: true }
    return { valid: true, result: printed(scanned.tokens, action === 'minify' ? undefined : ' '.repeat(indent)) }
  },
  examples: [
    {
      title: 'A complete document',
      input: { xml: '<?xml version="1.0"?> <greeting>Hello, world!</greeting>', action: 'format' },
      output: { valid: true, result: '<?xml version="1.0"?>\n<greeting>Hello, world!</greeting>' },
      source: 'XML 1.0, section 2.8: the first example of a document, well-formed but not valid',
    },
    {
      title: 'CDATA and text stay as they are',
      input: { xml: '<a><b/><c><![CDATA[<greeting>Hello, world!</greeting>]]></c></a>', action: 'format', indent: 2 },
      output: { result: '<a>\n  <b/>\n  <c><![CDATA[<greeting>Hello, world!</greeting>]]></c>\n</a>' },
      source: 'XML 1.0, section 2.7: the CDATA section',
    },
    {
      title: 'Elements that overlap',
      input: { xml: '<a><b></a></b>', action: 'validate' },
      output: { valid: false, line: 1, column: 7 },
      source: 'XML 1.0, section 3, well-formedness constraint “Element Type Match”',
    },
    {
      title: 'An attribute twice',
      input: { xml: '<doc>\n<a b="1" b="2"/>\n</doc>', action: 'validate' },
      output: { valid: false, line: 2, column: 10 },
      source: 'XML 1.0, section 3.1, well-formedness constraint “Unique Att Spec”',
    },
    {
      title: 'Two hyphens in a comment',
      input: { xml: '<doc><!-- B+, B, or B---></doc>', action: 'validate' },
      output: { valid: false, line: 1, column: 22 },
      source: 'XML 1.0, section 2.5: the example of a comment that is not well-formed',
    },
  ],
  method: {
    formula:
      'The text is read by the grammar of XML 1.0 and checked for well-formedness. Tags, comments and instructions get a line of their own; an element with text or CDATA keeps its content as it is.',
    rounding: 'None: values, quotes, references and the order of attributes stay as written.',
    notes:
      'White space between tags is not kept, unless xml:space="preserve" says so or an element holds only spaces. The declarations of a DOCTYPE are checked by their grammar, the texts of its entities are not expanded, and nothing is fetched. Line and column count from 1.',
  },
  sources: [
    {
      title: 'W3C, Extensible Markup Language (XML) 1.0, fifth edition',
      url: 'https://www.w3.org/TR/xml/',
    },
  ],
})

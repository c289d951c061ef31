import { decodeHTML, decodeHTMLAttribute, encodeHTML, encodeNonAsciiHTML, escapeUTF8 } from 'entities'
import { checkbox, defineTool, radio, select, ToolError, text, textarea } from '#src/sdk/index.ts'

const LONGEST_TEXT = 5_000_000

const MODES = {
  basic: 'Only what HTML needs: & < > " \'',
  named: 'Also all beyond ASCII, by name',
  extensive: 'Everything that has a name',
  numeric: 'Also all beyond ASCII, by number',
  'numeric-all': 'Every character, by number',
  'hex-all': 'Every character, by hexadecimal number',
} as const

const byNumber = (character: string): string => `&#${character.codePointAt(0)};`
const byHexadecimal = (character: string): string => `&#x${character.codePointAt(0)?.toString(16).toUpperCase()};`

function encoded(given: string, mode: keyof typeof MODES): string {
  if (!given.isWellFormed()) throw new ToolError('Text must not have half of a surrogate pair', { field: 'text' })
  switch (mode) {
    case 'basic':
      return escapeUTF8(given)
    case 'named':
      return encodeNonAsciiHTML(given)
    case 'extensive':
      return encodeHTML(given)
    case 'numeric':
      return given.replace(/[&<>"']|[^\0-\x7f]/gu, byNumber)
    case 'numeric-all':
      return given.replace(/./gsu, byNumber)
    case 'hex-all':
      return given.replace(/./gsu, byHexadecimal)
  }
}

export const htmlEntities = defineTool({
  slug: 'html-entities',
  title: 'HTML Entity Encoder and Decoder',
  description: 'Writes characters as HTML character references, by name or by number, and reads such references.',
  category: 'developer',
  tags: ['html', 'encoding', 'web'],
  keywords: [
    'html escape',
    'unescape',
    'character reference',
    'html encode',
    'html decode',
    '&amp;',
    'ampersand',
    'special characters',
    'named entities',
    'numeric entities',
  ],
  input: [
    radio('action', { label: 'Action', default: 'encode', options: { encode: 'Encode', decode: 'Decode' } }),
    textarea('text', {
      label: 'Text',
      default: '',
      placeholder: '<p>Fish & chips</p>',
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
    }),
    select('mode', {
      label: 'Characters',
      default: 'basic',
      options: MODES,
      aliases: { hex: 'hex-all', all: 'numeric-all', 'named-all': 'extensive' },
      showIf: { field: 'action', in: ['encode'] },
    }),
    checkbox('inAttribute', {
      label: 'Value of an attribute',
      help: 'There “&copy=1” is no reference.',
      showIf: { field: 'action', in: ['decode'] },
    }),
  ],
  output: { result: text('Result', { format: 'code', primary: true }) },
  isLarge: true,
  run: ({ text: given, action, mode, inAttribute }) => ({
    result: action === 'encode' ? encoded(given, mode) : inAttribute ? decodeHTMLAttribute(given) : decodeHTML(given),
  }),
  examples: [
    {
      title: 'Markup as text',
      input: { text: '<title>it\'s a "tool" & more</title>', action: 'encode' },
      output: { result: '&lt;title&gt;it&apos;s a &quot;tool&quot; &amp; more&lt;/title&gt;' },
      source: 'WHATWG HTML, section 13.5: lt; gt; apos; quot; and amp; are the names of < > \' " and &',
    },
    {
      title: 'A reference without its semicolon',
      input: { text: "I'm &notit; I tell you", action: 'decode' },
      output: { result: "I'm ¬it; I tell you" },
      source: 'WHATWG HTML, section 13.2.5.73, named character reference state: the first example of its note',
    },
    {
      title: 'The longest name counts',
      input: { text: "I'm &notin; I tell you", action: 'decode' },
      output: { result: "I'm ∉ I tell you" },
      source: 'WHATWG HTML, section 13.2.5.73, named character reference state: the second example of its note',
    },
    {
      title: 'Numbers of Windows-1252',
      input: { text: '&#x80; &#150; &#0;', action: 'decode' },
      output: { result: '€ – \uFFFD' },
      source: 'WHATWG HTML, section 13.2.5.80, numeric character reference end state: its table',
    },
    {
      title: 'Every character by its number',
      input: { text: 'σ©!', action: 'encode', mode: 'numeric-all' },
      output: { result: '&#963;&#169;&#33;' },
      source: 'Unicode: σ is U+03C3 (963), © is U+00A9 (169), ! is U+0021 (33)',
    },
  ],
  method: {
    formula:
      'Decoding follows the tokenizer of HTML: the longest of the 2,231 names, decimal and hexadecimal numbers, with or without a semicolon where HTML allows it. Encoding writes one reference for each character.',
    rounding: 'None.',
    notes:
      'A number stands for a code point; a character beyond U+FFFF is one reference. References that HTML does not know stay as they are.',
  },
  sources: [
    {
      title: 'WHATWG HTML, 13.5 Named character references',
      url: 'https://html.spec.whatwg.org/multipage/named-characters.html',
    },
    {
      title: 'WHATWG HTML, 13.2.5 Tokenization',
      url: 'https://html.spec.whatwg.org/multipage/parsing.html#tokenization',
    },
  ],
})

import { utf8Bytes, utf8Text } from '#src/lib/utf8.ts'
import { badge, defineTool, radio, select, ToolError, text, textarea } from '#src/sdk/index.ts'

const MOST_CHARACTERS = 500_000
const BITS = 8
const SEPARATORS = { space: 'A space', none: 'Nothing', comma: 'A comma', line: 'A new line' } as const
const SIGNS: Readonly<Record<keyof typeof SEPARATORS, string>> = { space: ' ', none: '', comma: ', ', line: '\n' }

const refused = (problem: string) => new ToolError(`Text ${problem}`, { field: 'text' })

const toBits = (bytes: Uint8Array, separator: string): string =>
  Array.from(bytes, (byte) => byte.toString(2).padStart(BITS, '0')).join(separator)

function toBytes(given: string): Uint8Array {
  const digits = given.replace(/\D/g, '')
  if (/[2-9]/.test(digits)) throw refused('must be binary: only the digits 0 and 1')
  if (digits.length % BITS > 0)
    throw refused(`must be whole bytes of ${BITS} digits: ${digits.length % BITS} are left over`)
  return Uint8Array.from({ length: digits.length / BITS }, (_, index) =>
    Number.parseInt(digits.slice(index * BITS, (index + 1) * BITS), 2),
  )
}

function decoded(given: string): { result: string; bytes: number } {
  const bytes = toBytes(given)
  const result = utf8Text(bytes)
  if (result === undefined) throw refused('must be the bytes of a text in UTF-8')
  return { result, bytes: bytes.length }
}

function encoded(given: string, separator: keyof typeof SEPARATORS): { result: string; bytes: number } {
  if (!given.isWellFormed()) throw refused('must not have half of a surrogate pair')
  const bytes = utf8Bytes(given)
  return { result: toBits(bytes, SIGNS[separator]), bytes: bytes.length }
}

export const textToBinary = defineTool({
  slug: 'text-to-binary',
  title: 'Text to Binary',
  description: 'Writes text as the zeros and ones of its UTF-8 bytes, and turns such bits back into text.',
  category: 'converter',
  tags: ['text', 'binary', 'encoding'],
  keywords: [
    'binary to text',
    'ascii to binary',
    'text to bits',
    'utf-8',
    'zeros and ones',
    'binary translator',
    'bytes',
  ],
  input: [
    radio('action', {
      label: 'Action',
      default: 'encode',
      options: { encode: 'Text to binary', decode: 'Binary to text' },
    }),
    textarea('text', {
      label: 'Text',
      help: 'Of binary only the digits count; spaces and letters are left out.',
      placeholder: 'hello',
      default: '',
      maxLength: MOST_CHARACTERS,
    }),
    select('separator', {
      label: 'Between bytes',
      default: 'space',
      options: SEPARATORS,
      showIf: { field: 'action', in: ['encode'] },
    }),
  ],
  output: { result: text('Result', { format: 'code', primary: true }), bytes: badge('Bytes') },
  run: ({ text: given, action, separator }) => (action === 'encode' ? encoded(given, separator) : decoded(given)),
  examples: [
    {
      title: 'A word',
      input: { text: 'hello', action: 'encode' },
      output: { result: '01101000 01100101 01101100 01101100 01101111' },
      source: 'it-tools, text to binary tests: “hello”',
    },
    {
      title: 'A character of three bytes',
      input: { text: '€', action: 'encode' },
      output: { result: '11100010 10000010 10101100', bytes: 3 },
      source: 'Wikipedia, UTF-8, “Encoding process”: the euro sign is E2 82 AC',
    },
    {
      title: 'Binary to text',
      input: { text: '01000001', action: 'decode' },
      output: { result: 'A' },
      source: 'it-tools, text to binary tests: 01000001',
    },
    {
      title: 'Nothing',
      input: { text: '', action: 'encode' },
      output: { result: '' },
      source: 'it-tools, text to binary tests: the empty text',
    },
  ],
  method: {
    formula: 'Each byte of the text in UTF-8 is written with eight binary digits, the highest first.',
    rounding: 'None.',
    notes: 'The characters of ASCII are one byte each, others two to four. Bits that are no UTF-8 are refused.',
  },
  sources: [
    { title: 'RFC 3629, UTF-8, a transformation format of ISO 10646', url: 'https://www.rfc-editor.org/rfc/rfc3629' },
    { title: 'it-tools, text to binary', url: 'https://github.com/CorentinTh/it-tools' },
  ],
})

import { BASE64, decodeBaseN, encodeBaseN, padded } from '#src/lib/base-n.ts'
import { bytesMeant } from '#src/lib/byte-form.ts'
import { utf8Text } from '#src/lib/utf8.ts'
import { badge, checkbox, defineTool, radio, ToolError, text, textarea } from '#src/sdk/index.ts'
import { mediaTypeOf } from './base64/media-type.ts'

const MOST_CHARACTERS = 7_000_000
const LARGEST_FILE = 5_000_000
const SHOWN_BYTES = 4096

const refused = (problem: string) => new ToolError(`Text ${problem}`, { field: 'text' })

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, SHOWN_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join(' ')

function encoded(given: string, urlSafe: boolean) {
  const bytes = bytesMeant(given)
  if (typeof bytes === 'string') throw refused(bytes)
  const written = encodeBaseN(bytes, BASE64)
  const result = urlSafe ? written.replaceAll('+', '-').replaceAll('/', '_') : padded(written, BASE64)
  return { result, bytes: bytes.length, hex: hexOf(bytes) }
}

/** Of a data URL only the data; line breaks are left out, and both alphabets are read. */
const plain = (given: string): string =>
  given
    .trim()
    .replace(/^data:[^,]{0,200};base64,/i, '')
    .replace(/\s/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')

function decoded(given: string) {
  const written = plain(given)
  const bytes = decodeBaseN(written, BASE64)
  if (typeof bytes === 'string') throw refused(bytes)
  const result = utf8Text(bytes)
  // Of bytes that are no text only a file can be made.
  const file = result === undefined ? `data:${mediaTypeOf(bytes)};base64,${padded(written, BASE64)}` : undefined
  return { result, file, bytes: bytes.length, hex: hexOf(bytes) }
}

export const base64 = defineTool({
  slug: 'base64',
  title: 'Base64 Encoder and Decoder',
  description:
    'Encodes text and files as Base64 and decodes it, in the usual alphabet or the one for URLs and file names.',
  category: 'developer',
  tags: ['encoding', 'text'],
  keywords: [
    'base 64',
    'base64 encode',
    'base64 decode',
    'base64url',
    'url safe',
    'data url',
    'btoa',
    'atob',
    'mime',
    'rfc 4648',
    'string to base64',
  ],
  input: [
    radio('action', { label: 'Action', default: 'encode', options: { encode: 'Encode', decode: 'Decode' } }),
    textarea('text', {
      label: 'Text',
      help: 'Decoding reads both alphabets, with or without padding, and data URLs. Programs may send bytes to encode as {"hex": "…"}.',
      takesBytes: true,
      placeholder: 'Hello, World!',
      default: '',
      maxLength: MOST_CHARACTERS,
      maxBytes: LARGEST_FILE,
    }),
    checkbox('urlSafe', {
      label: 'For URLs',
      help: '- and _ instead of + and /, without padding.',
      showIf: { field: 'action', in: ['encode'] },
    }),
  ],
  output: {
    result: text('Result', { format: 'code', primary: true }),
    file: text('File', { format: 'file', help: 'What is decoded and is no text.' }),
    bytes: badge('Bytes', { help: 'Of what is encoded or was decoded; text is UTF-8.' }),
    hex: text('Bytes in hexadecimal', { format: 'code', help: `At most the first ${SHOWN_BYTES}.` }),
  },
  run: ({ text: given, action, urlSafe }) => (action === 'encode' ? encoded(given, urlSafe) : decoded(given)),
  examples: [
    {
      title: 'Two padding characters',
      input: { text: 'foob', action: 'encode' },
      output: { result: 'Zm9vYg==' },
      source: 'RFC 4648, section 10: BASE64("foob") = "Zm9vYg=="',
    },
    {
      title: 'Decoding',
      input: { text: 'Zm9vYmE=', action: 'decode' },
      output: { result: 'fooba' },
      source: 'RFC 4648, section 10: BASE64("fooba") = "Zm9vYmE="',
    },
    {
      title: 'The alphabet for URLs',
      input: { text: '<<<????????>>>', action: 'encode', urlSafe: true },
      output: { result: 'PDw8Pz8_Pz8_Pz8-Pj4' },
      source: 'it-tools, Base64 tests: URL-safe Base64',
    },
    {
      title: 'Nothing',
      input: { text: '', action: 'encode' },
      output: { result: '' },
      source: 'RFC 4648, section 10: BASE64("") = ""',
    },
  ],
  method: {
    formula: 'Three bytes are four characters of six bits each; = fills the last group up.',
    rounding: 'None.',
    notes:
      'Text is taken as UTF-8. The form for URLs (RFC 4648, section 5) has no padding here. Decoded bytes that are no text are given as a file. A text that is {"hex": "…"} or {"base64": "…"} and nothing else is encoded as these bytes.',
  },
  sources: [
    { title: 'RFC 4648, The Base16, Base32, and Base64 Data Encodings', url: 'https://www.rfc-editor.org/rfc/rfc4648' },
  ],
})

import { base32 as base32Coding, base32hex, base32hexnopad, base32nopad } from '@scure/base'
import { utf8Bytes, utf8Text } from '#src/lib/utf8.ts'
import { badge, checkbox, defineTool, radio, select, ToolError, text, textarea } from '#src/sdk/index.ts'

const MOST_CHARACTERS = 500_000
const LARGEST_FILE = 300_000
const GROUP = 8
const CODINGS = {
  base32: { padded: base32Coding, bare: base32nopad, foreign: /[^A-Z2-7]/u },
  base32hex: { padded: base32hex, bare: base32hexnopad, foreign: /[^0-9A-V]/u },
} as const
type Alphabet = keyof typeof CODINGS

const refused = (problem: string) => new ToolError(`Text ${problem}`, { field: 'text' })

function encoded(given: string, alphabet: Alphabet, padding: boolean) {
  if (!given.isWellFormed()) throw refused('must not have half of a surrogate pair')
  const bytes = utf8Bytes(given)
  const { padded, bare } = CODINGS[alphabet]
  return { result: (padding ? padded : bare).encode(bytes), bytes: bytes.length }
}

/** The library tells only by words what it refuses a text for, so all but the end of the text is judged before. */
function bytesOf(text: string, alphabet: Alphabet): Uint8Array {
  const { bare: coding, foreign } = CODINGS[alphabet]
  const bare = text.replace(/={1,6}$/, '')
  if (bare !== text && text.length % GROUP !== 0)
    throw refused(`must be padded to groups of ${GROUP} characters, or not at all`)
  const [stranger] = foreign.exec(bare) ?? []
  if (stranger !== undefined) throw refused(`must not have “${stranger}”, which is no character of the alphabet`)
  try {
    return coding.decode(bare)
  } catch {
    throw refused('must be complete: the last group is too short, or has bits that belong to no byte')
  }
}

function decoded(given: string, alphabet: Alphabet) {
  const bytes = bytesOf(given.replace(/[\s-]/g, '').toUpperCase(), alphabet)
  const result = utf8Text(bytes)
  if (result === undefined) throw refused('must be the Base32 of a text in UTF-8')
  return { result, bytes: bytes.length }
}

export const base32 = defineTool({
  slug: 'base32',
  title: 'Base32 Encoder and Decoder',
  description: 'Encodes text as Base32 and decodes it, in the usual alphabet or the one that keeps the sort order.',
  category: 'developer',
  tags: ['encoding', 'text'],
  keywords: ['base 32', 'base32 encode', 'base32 decode', 'base32hex', 'totp secret', 'rfc 4648', 'string to base32'],
  input: [
    radio('action', { label: 'Action', default: 'encode', options: { encode: 'Encode', decode: 'Decode' } }),
    textarea('text', {
      label: 'Text',
      help: 'Decoding reads small letters too, and needs no padding.',
      placeholder: 'Hello, World!',
      default: '',
      maxLength: MOST_CHARACTERS,
      maxBytes: LARGEST_FILE,
    }),
    select('alphabet', {
      label: 'Alphabet',
      default: 'base32',
      options: { base32: 'A to Z and 2 to 7', base32hex: '0 to 9 and A to V (base32hex)' },
    }),
    checkbox('padding', {
      label: 'Padding',
      help: '= fills the last group of eight characters.',
      default: true,
      showIf: { field: 'action', in: ['encode'] },
    }),
  ],
  output: { result: text('Result', { format: 'code', primary: true }), bytes: badge('Bytes') },
  isLarge: true,
  run: ({ text: given, action, alphabet, padding }) =>
    action === 'encode' ? encoded(given, alphabet, padding) : decoded(given, alphabet),
  examples: [
    {
      title: 'Six padding characters',
      input: { text: 'foobar', action: 'encode' },
      output: { result: 'MZXW6YTBOI======' },
      source: 'RFC 4648, section 10: BASE32("foobar") = "MZXW6YTBOI======"',
    },
    {
      title: 'Decoding',
      input: { text: 'MZXW6YQ=', action: 'decode' },
      output: { result: 'foob' },
      source: 'RFC 4648, section 10: BASE32("foob") = "MZXW6YQ="',
    },
    {
      title: 'The alphabet that keeps the order',
      input: { text: 'fooba', action: 'encode', alphabet: 'base32hex' },
      output: { result: 'CPNMUOJ1' },
      source: 'RFC 4648, section 10: BASE32-HEX("fooba") = "CPNMUOJ1"',
    },
    {
      title: 'Nothing',
      input: { text: '', action: 'encode' },
      output: { result: '' },
      source: 'RFC 4648, section 10: BASE32("") = ""',
    },
  ],
  method: {
    formula: 'Five bytes are eight characters of five bits each; = fills the last group up.',
    rounding: 'None.',
    notes:
      'Text is taken as UTF-8. Decoding leaves spaces, line breaks and hyphens out, and refuses a text that ends with bits that belong to no byte, unless they are 0.',
  },
  sources: [{ title: 'RFC 4648, sections 6, 7 and 10', url: 'https://www.rfc-editor.org/rfc/rfc4648#section-6' }],
})

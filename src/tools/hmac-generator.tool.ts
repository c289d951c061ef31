import { hmac } from '@noble/hashes/hmac.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { BASE64, encodeBaseN, padded } from '#src/lib/base-n.ts'
import { bytesMeant } from '#src/lib/byte-form.ts'
import { hexOf, WRITINGS, type Writing } from '#src/lib/written-bytes.ts'
import { defineTool, select, string, ToolError, table, text, textarea } from '#src/sdk/index.ts'

/** As many as the largest file has in Base64. */
const MOST_CHARACTERS = 7_000_000
const LARGEST_FILE = 5_000_000
const LONGEST_KEY = 10_000

const NAMES = {
  md5: 'HMAC-MD5',
  sha1: 'HMAC-SHA-1',
  sha224: 'HMAC-SHA-224',
  sha256: 'HMAC-SHA-256',
  sha384: 'HMAC-SHA-384',
  sha512: 'HMAC-SHA-512',
} as const
type Algorithm = keyof typeof NAMES
const HASHES = { md5, sha1, sha224, sha256, sha384, sha512 } as const
const ALGORITHMS = Object.keys(NAMES) as Algorithm[]
const ALIASES = Object.fromEntries(
  ALGORITHMS.flatMap((algorithm) => [
    [NAMES[algorithm].toLowerCase(), algorithm],
    [`hmac-${algorithm}`, algorithm],
    [algorithm.replace('sha', 'sha-'), algorithm],
  ]),
)
const WRITING_ALIASES = { text: 'utf8', 'utf-8': 'utf8', hexadecimal: 'hex' }

function bytesOf(field: 'key' | 'text', given: string, writing: Writing): Uint8Array {
  const bytes = bytesMeant(given, writing)
  if (typeof bytes === 'string') throw new ToolError(`${field === 'key' ? 'Key' : 'Text'} ${bytes}`, { field })
  return bytes
}

export const hmacGenerator = defineTool({
  slug: 'hmac-generator',
  title: 'HMAC Generator',
  description: 'Computes the keyed hash (HMAC) of a message with MD5, SHA-1 or SHA-2, as webhooks and APIs sign with.',
  category: 'developer',
  tags: ['hash', 'crypto', 'signature'],
  keywords: [
    'hmac',
    'hmac sha256',
    'keyed hash',
    'message authentication code',
    'mac',
    'webhook signature',
    'sign message',
    'secret key',
    'rfc 2104',
  ],
  input: [
    string('key', {
      takesJson: true,
      label: 'Key',
      help: 'It may also be {"hex": "0b0b"} or {"base64": "Cws="}.',
      default: '',
      maxLength: LONGEST_KEY,
      secret: true,
    }),
    textarea('text', {
      label: 'Text',
      help: 'It may also be {"hex": "0b0b"} or {"base64": "Cws="}, as files that are no text are.',
      takesBytes: true,
      placeholder: 'what do ya want for nothing?',
      default: '',
      maxLength: MOST_CHARACTERS,
      maxBytes: LARGEST_FILE,
    }),
    select('algorithm', { label: 'Algorithm', default: 'sha256', options: NAMES, aliases: ALIASES }),
    select('keyEncoding', { label: 'The key is', default: 'utf8', options: WRITINGS, aliases: WRITING_ALIASES }),
    select('encoding', { label: 'The text is', default: 'utf8', options: WRITINGS, aliases: WRITING_ALIASES }),
  ],
  output: {
    hex: text('HMAC', { format: 'code', primary: true }),
    base64: text('HMAC in Base64', { format: 'code' }),
    all: table('By every algorithm', {
      columns: [
        { name: 'algorithm', label: 'Algorithm' },
        { name: 'hex', label: 'HMAC' },
      ],
    }),
  },
  isLarge: true,
  run: ({ key: givenKey, text: given, algorithm, keyEncoding, encoding }) => {
    const key = bytesOf('key', givenKey, keyEncoding)
    const message = bytesOf('text', given, encoding)
    const code = hmac(HASHES[algorithm], key, message)
    return {
      hex: hexOf(code),
      base64: padded(encodeBaseN(code, BASE64), BASE64),
      all: ALGORITHMS.map((one) => ({ algorithm: NAMES[one], hex: hexOf(hmac(HASHES[one], key, message)) })),
    }
  },
  examples: [
    {
      title: 'A key that is a word',
      input: { key: 'Jefe', text: 'what do ya want for nothing?', algorithm: 'sha256' },
      output: { hex: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843' },
      source: 'RFC 4231, section 4.3, test case 2',
    },
    {
      title: 'A key of bytes',
      input: { key: '0b'.repeat(20), keyEncoding: 'hex', text: 'Hi There', algorithm: 'sha512' },
      output: {
        hex: '87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854',
      },
      source: 'RFC 4231, section 4.2, test case 1',
    },
    {
      title: 'A key longer than a block',
      input: {
        key: `{"hex": "${'aa'.repeat(131)}"}`,
        text: 'Test Using Larger Than Block-Size Key - Hash Key First',
        algorithm: 'sha256',
      },
      output: { hex: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54' },
      source: 'RFC 4231, section 4.7, test case 6',
    },
    {
      title: 'MD5',
      input: { key: 'Jefe', text: 'what do ya want for nothing?', algorithm: 'md5' },
      output: { hex: '750c783e6ab0b503eaa86e310a5db738' },
      source: 'RFC 2202, section 2, test case 2',
    },
  ],
  method: {
    formula: 'H((K ⊕ 5c5c…) ‖ H((K ⊕ 3636…) ‖ text)), with K filled up by zeros to a block, or hashed if longer.',
    rounding: 'None.',
    notes: 'The key stays out of links and of the history.',
  },
  sources: [
    { title: 'RFC 2104: HMAC', url: 'https://www.rfc-editor.org/rfc/rfc2104' },
    { title: 'RFC 2202: test cases for MD5 and SHA-1', url: 'https://www.rfc-editor.org/rfc/rfc2202' },
    { title: 'RFC 4231: test vectors for SHA-2', url: 'https://www.rfc-editor.org/rfc/rfc4231' },
  ],
})

import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512, sha512_256 } from '@noble/hashes/sha2.js'
import { sha3_224, sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js'
import { BASE64, encodeBaseN, padded } from '#src/lib/base-n.ts'
import { bytesMeant } from '#src/lib/byte-form.ts'
import { hexOf, WRITINGS } from '#src/lib/written-bytes.ts'
import { badge, defineTool, select, ToolError, table, text, textarea } from '#src/sdk/index.ts'
import { crc32 } from './hash-generator/crc32.ts'

/** As many as the largest file has in Base64. */
const MOST_CHARACTERS = 7_000_000
const LARGEST_FILE = 5_000_000
/** All functions together take a tenth of a second for this many. */
const MOST_BYTES_BY_ALL = 200_000

const NAMES = {
  crc32: 'CRC-32',
  md5: 'MD5',
  sha1: 'SHA-1',
  sha224: 'SHA-224',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
  'sha512-256': 'SHA-512/256',
  'sha3-224': 'SHA3-224',
  'sha3-256': 'SHA3-256',
  'sha3-384': 'SHA3-384',
  'sha3-512': 'SHA3-512',
  ripemd160: 'RIPEMD-160',
} as const
type Algorithm = keyof typeof NAMES

const HASHES: Readonly<Record<Algorithm, (bytes: Uint8Array) => Uint8Array>> = {
  crc32,
  md5,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
  'sha512-256': sha512_256,
  'sha3-224': sha3_224,
  'sha3-256': sha3_256,
  'sha3-384': sha3_384,
  'sha3-512': sha3_512,
  ripemd160,
}
const ALGORITHMS = Object.keys(NAMES) as Algorithm[]
/** "SHA-256", "sha_256" and "sha3 256" in lower case. */
const ALIASES = Object.fromEntries(
  ALGORITHMS.flatMap((algorithm) => [
    [NAMES[algorithm].toLowerCase(), algorithm],
    [algorithm.replace('-', '_'), algorithm],
    [algorithm.replace(/^(sha|md)(?=\d)/, '$1_'), algorithm],
  ]),
)

export const hashGenerator = defineTool({
  slug: 'hash-generator',
  title: 'Hash Generator',
  description: 'Computes CRC-32, MD5, SHA-1, SHA-2, SHA-3 and RIPEMD-160 of a text, of bytes or of any file.',
  category: 'developer',
  tags: ['hash', 'crypto', 'text'],
  keywords: [
    'checksum',
    'digest',
    'md5 hash',
    'sha1',
    'sha256 hash',
    'sha512',
    'sha3',
    'crc32',
    'fingerprint',
    'message digest',
    'file hash',
    'ripemd160',
  ],
  input: [
    textarea('text', {
      label: 'Text',
      help: 'Programs may send bytes as {"hex": "…"} or {"base64": "…"}; so do files that are no text.',
      placeholder: 'abc',
      takesBytes: true,
      default: '',
      maxLength: MOST_CHARACTERS,
      maxBytes: LARGEST_FILE,
    }),
    select('algorithm', { label: 'Algorithm', default: 'sha256', options: NAMES, aliases: ALIASES }),
    select('encoding', {
      label: 'The text is',
      help: 'Hexadecimal and Base64 stand for bytes, which are then hashed.',
      default: 'utf8',
      options: WRITINGS,
      aliases: { text: 'utf8', 'utf-8': 'utf8', hexadecimal: 'hex' },
    }),
  ],
  output: {
    hex: text('Hash', { format: 'code', primary: true }),
    base64: text('Hash in Base64', { format: 'code' }),
    bits: badge('Bits'),
    bytes: badge('Bytes hashed'),
    all: table('By every algorithm', {
      columns: [
        { name: 'algorithm', label: 'Algorithm' },
        { name: 'hex', label: 'Hash' },
      ],
      help: `Of up to ${MOST_BYTES_BY_ALL} bytes.`,
    }),
  },
  isLarge: true,
  run: ({ text: given, algorithm, encoding }) => {
    const bytes = bytesMeant(given, encoding)
    if (typeof bytes === 'string') throw new ToolError(`Text ${bytes}`, { field: 'text' })
    const hash = HASHES[algorithm](bytes)
    return {
      hex: hexOf(hash),
      base64: padded(encodeBaseN(hash, BASE64), BASE64),
      bits: hash.length * 8,
      bytes: bytes.length,
      all:
        bytes.length <= MOST_BYTES_BY_ALL
          ? ALGORITHMS.map((one) => ({ algorithm: NAMES[one], hex: hexOf(HASHES[one](bytes)) }))
          : undefined,
    }
  },
  examples: [
    {
      title: 'SHA-256 of a text',
      input: { text: 'abc', algorithm: 'sha256' },
      output: { hex: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
      source: 'NIST, Examples with intermediate values, SHA-256, one block message',
    },
    {
      title: 'MD5 of nothing',
      input: { text: '', algorithm: 'md5' },
      output: { hex: 'd41d8cd98f00b204e9800998ecf8427e' },
      source: 'RFC 1321, appendix A.5: MD5 ("")',
    },
    {
      title: 'SHA-1 of two blocks',
      input: { text: 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', algorithm: 'sha1' },
      output: { hex: '84983e441c3bd26ebaae4aa1f95129e5e54670f1' },
      source: 'RFC 3174, section 7.3, TEST2',
    },
    {
      title: 'SHA3-256 of one byte',
      input: { text: 'e9', encoding: 'hex', algorithm: 'sha3-256' },
      output: { hex: 'f0d04dd1e6cfc29a4460d521796852f25d9ef8d28b44ee91ff5b759d72c1e6d6', bytes: 1 },
      source: 'NIST, SHA-3 validation system, SHA3_256ShortMsg.rsp, Len = 8',
    },
    {
      title: 'The check value of CRC-32',
      input: { text: '123456789', algorithm: 'crc32' },
      output: { hex: 'cbf43926' },
      source: 'Catalogue of parametrised CRC algorithms, CRC-32/ISO-HDLC, check',
    },
  ],
  method: {
    formula:
      'The named function over the bytes of the text: in UTF-8, or those that hexadecimal or Base64 stand for. A text that is {"hex": "…"} or {"base64": "…"} and nothing else stands for these bytes.',
    rounding: 'None.',
    notes:
      'Collisions of MD5 and SHA-1 can be made, and CRC-32 holds only accidents: use SHA-256 or SHA-3 where somebody may want to deceive. None of them is for storing passwords.',
  },
  sources: [
    { title: 'RFC 1321: MD5', url: 'https://www.rfc-editor.org/rfc/rfc1321' },
    { title: 'RFC 3174: SHA-1', url: 'https://www.rfc-editor.org/rfc/rfc3174' },
    { title: 'NIST FIPS 180-4: SHA-1 and SHA-2', url: 'https://csrc.nist.gov/pubs/fips/180-4/upd1/final' },
    { title: 'NIST FIPS 202: SHA-3', url: 'https://csrc.nist.gov/pubs/fips/202/final' },
    { title: 'Catalogue of parametrised CRC algorithms', url: 'https://reveng.sourceforge.io/crc-catalogue/' },
  ],
})

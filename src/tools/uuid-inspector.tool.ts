import { parseUuid } from '#src/lib/uuid-text.ts'
import { badge, defineTool, string, ToolError, table, text } from '#src/sdk/index.ts'

const TICKS_PER_MS = 10_000n
/** From 1582-10-15, when the Gregorian calendar began, to 1970. */
const GREGORIAN_OFFSET_MS = 12_219_292_800_000n

const KINDS: Readonly<Record<number, string>> = {
  1: 'time and node',
  2: 'DCE security, with a local identifier',
  3: 'name, by MD5',
  4: 'random',
  5: 'name, by SHA-1',
  6: 'time and node, sortable',
  7: 'Unix time and random, sortable',
  8: 'custom',
}
const NIL = '0'.repeat(32)
const MAX = 'f'.repeat(32)

/** RFC 9562, section 4.1: by the first bits of the ninth byte. */
function variantOf(digits: string): string {
  const first = Number.parseInt(digits.charAt(16), 16)
  if (first < 0b1000) return 'NCS (reserved)'
  if (first < 0b1100) return 'RFC 9562'
  return first < 0b1110 ? 'Microsoft (reserved)' : 'Reserved for the future'
}

/** 100-nanosecond ticks since 1582 of versions 1 and 6. */
const ticksOf = (digits: string, version: number): bigint =>
  version === 1
    ? BigInt(`0x${digits.slice(13, 16)}${digits.slice(8, 12)}${digits.slice(0, 8)}`)
    : BigInt(`0x${digits.slice(0, 12)}${digits.slice(13, 16)}`)

function timeOf(digits: string, version: number) {
  if (version === 7) return { timestamp: new Date(Number.parseInt(digits.slice(0, 12), 16)).toISOString() }
  if (version !== 1 && version !== 6) return {}
  const ticks = ticksOf(digits, version)
  const timestamp = new Date(Number(ticks / TICKS_PER_MS - GREGORIAN_OFFSET_MS)).toISOString()
  return { timestamp, ticks: String(ticks) }
}

function nodeOf(digits: string, version: number) {
  if (version !== 1 && version !== 6) return {}
  const node = digits.slice(20).match(/../g)?.join(':')
  const firstByte = Number.parseInt(digits.slice(20, 22), 16)
  return {
    node,
    nodeKind: firstByte & 1 ? 'Not a network card: the multicast bit is set.' : 'May be the address of a network card.',
    clockSequence: Number.parseInt(digits.slice(16, 20), 16) & 0x3fff,
  }
}

function kindOf(digits: string, version: number): string {
  if (digits === NIL) return 'Nil UUID'
  if (digits === MAX) return 'Max UUID'
  return `Version ${version}: ${KINDS[version] ?? 'not defined'}`
}

function inspected(uuid: string) {
  const digits = uuid.replaceAll('-', '')
  const variant = variantOf(digits)
  const isSpecial = digits === NIL || digits === MAX
  const ofRfc = variant === 'RFC 9562' || isSpecial
  const version = ofRfc ? Number.parseInt(digits.charAt(12), 16) : undefined
  return {
    ...(version === undefined
      ? { kind: 'Not of RFC 9562: it has no version' }
      : { version, kind: kindOf(digits, version) }),
    ...(version !== undefined && !isSpecial && { ...timeOf(digits, version), ...nodeOf(digits, version) }),
    variant: isSpecial ? 'None' : variant,
    integer: String(BigInt(`0x${digits}`)),
    uuid,
  }
}

function formsOf({ uuid, integer }: { uuid: string; integer: string }) {
  return [
    { form: 'Standard', value: uuid },
    { form: 'Without hyphens', value: uuid.replaceAll('-', '') },
    { form: 'Capitals in braces', value: `{${uuid.toUpperCase()}}` },
    { form: 'URN', value: `urn:uuid:${uuid}` },
    { form: 'Object identifier', value: `2.25.${integer}` },
  ]
}

export const uuidInspector = defineTool({
  slug: 'uuid-inspector',
  title: 'UUID Inspector',
  description: 'Reads version, variant, time, node and clock sequence out of a UUID (GUID), and writes it as a number.',
  category: 'developer',
  tags: ['uuid', 'identifier'],
  keywords: [
    'guid',
    'decode uuid',
    'uuid version',
    'uuid timestamp',
    'uuid to time',
    'uuid to integer',
    'uuid validator',
    'mac address',
    'parse uuid',
    'uuid v7 time',
  ],
  input: [
    string('uuid', {
      label: 'UUID',
      help: 'With or without hyphens, in braces or as a URN.',
      placeholder: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
      required: true,
      maxLength: 100,
    }),
  ],
  output: {
    version: badge('Version', { primary: true }),
    kind: text('Kind'),
    timestamp: text('Time', { format: 'code', help: 'In UTC, of versions 1, 6 and 7.' }),
    ticks: text('Ticks', { format: 'code', help: 'Of 100 nanoseconds since 15 October 1582.' }),
    node: text('Node', { format: 'code' }),
    nodeKind: text('About the node'),
    clockSequence: badge('Clock sequence'),
    variant: text('Variant'),
    integer: text('As a number', { format: 'code' }),
    forms: table('Ways to write it', {
      columns: [
        { name: 'form', label: 'Form' },
        { name: 'value', label: 'UUID' },
      ],
    }),
  },
  run: ({ uuid: given }) => {
    const parsed = parseUuid(given)
    if (parsed === undefined)
      throw new ToolError('UUID must be 32 hexadecimal digits, such as 017f22e2-79b0-7cc3-98c4-dc0c0c07398f', {
        field: 'uuid',
      })
    const { uuid, ...outputs } = inspected(parsed)
    return { ...outputs, forms: formsOf({ uuid, integer: outputs.integer }) }
  },
  examples: [
    {
      title: 'Version 1',
      input: { uuid: 'C232AB00-9414-11EC-B3C8-9F6BDECED846' },
      output: {
        version: 1,
        timestamp: '2022-02-22T19:22:22.000Z',
        node: '9f:6b:de:ce:d8:46',
        clockSequence: 0x33c8,
        ticks: String(0x1ec9414c232ab00n),
      },
      source: 'RFC 9562, appendix A.1',
    },
    {
      title: 'Version 7',
      input: { uuid: '017F22E2-79B0-7CC3-98C4-DC0C0C07398F' },
      output: { version: 7, timestamp: '2022-02-22T19:22:22.000Z', variant: 'RFC 9562' },
      source: 'RFC 9562, appendix A.6',
    },
    {
      title: 'As a number',
      input: { uuid: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6' },
      output: { version: 1, integer: '329800735698586629295641978511506172918' },
      source:
        'ITU-T X.667 (2012), 6.3 and annex: urn:uuid:f81d4fae-… is {2 25 329800735698586629295641978511506172918}',
    },
    {
      title: 'All zeros',
      input: { uuid: '{00000000-0000-0000-0000-000000000000}' },
      output: { version: 0, kind: 'Nil UUID', integer: '0' },
      source: 'RFC 9562, section 5.9',
    },
  ],
  method: {
    formula:
      'The thirteenth digit is the version, the first bits of the seventeenth are the variant. Versions 1 and 6 count 100 ns since 1582-10-15, version 7 milliseconds since 1970.',
    rounding: 'The time is cut to milliseconds; the ticks are exact.',
    notes: 'Versions 3, 4, 5 and 8 hold no time. The number is the UUID read as 128 bits, the highest first.',
  },
  sources: [{ title: 'RFC 9562: Universally Unique IDentifiers', url: 'https://www.rfc-editor.org/rfc/rfc9562' }],
})

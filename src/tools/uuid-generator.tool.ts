import { MAX, NIL, v1, v3, v4, v5, v6, v7 } from 'uuid'
import { utf8Bytes } from '#src/lib/utf8.ts'
import { parseUuid } from '#src/lib/uuid-text.ts'
import { writtenBytes } from '#src/lib/written-bytes.ts'
import { checkbox, defineTool, listOf, number, select, string, ToolError, text } from '#src/sdk/index.ts'
import type { ToolWorld } from '#src/sdk/tool-world.ts'

const MOST_UUIDS = 1000
const LONGEST_NAME = 10_000
const BYTES = 16

const VERSIONS = {
  '1': 'Version 1: time and node',
  '3': 'Version 3: name, by MD5',
  '4': 'Version 4: random',
  '5': 'Version 5: name, by SHA-1',
  '6': 'Version 6: time and node, sortable',
  '7': 'Version 7: Unix time and random, sortable',
  nil: 'Nil: all zeros',
  max: 'Max: all ones',
} as const
type Version = keyof typeof VERSIONS

/** RFC 9562, section 6.6. */
const NAMESPACES = new Map([
  ['dns', '6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
  ['url', '6ba7b811-9dad-11d1-80b4-00c04fd430c8'],
  ['oid', '6ba7b812-9dad-11d1-80b4-00c04fd430c8'],
  ['x500', '6ba7b814-9dad-11d1-80b4-00c04fd430c8'],
])

/** As bytes: the library refuses the text of a UUID whose version it does not know. */
function namespaceOf(given: string): Uint8Array {
  const namespace = NAMESPACES.get(given.trim().toLowerCase()) ?? parseUuid(given)
  const bytes = namespace && writtenBytes(namespace, 'hex')
  if (bytes instanceof Uint8Array) return bytes
  throw new ToolError('Namespace must be DNS, URL, OID, X500 or a UUID', { field: 'namespace' })
}

function nameBytes(name: string): Uint8Array {
  if (!name.isWellFormed()) throw new ToolError('Name must not have half of a surrogate pair', { field: 'name' })
  return utf8Bytes(name)
}

/** One clock sequence and one node for all; each has a tick of 100 nanoseconds of its own. */
function timeBased(make: typeof v1, count: number, { now, randomBytes }: ToolWorld): string[] {
  const random = randomBytes(BYTES)
  return Array.from({ length: count }, (_, index) => make({ msecs: now.getTime(), nsecs: index, random }))
}

function random(count: number, { randomBytes }: ToolWorld): string[] {
  return Array.from({ length: count }, () => v4({ random: randomBytes(BYTES) }))
}

/** A counter behind the time keeps them in order (RFC 9562, section 6.2, method 1). */
function sortable(count: number, { now, randomBytes }: ToolWorld): string[] {
  // The highest bit stays 0, so that there is room to count.
  const start = new DataView(randomBytes(4).buffer).getUint32(0) >>> 1
  return Array.from({ length: count }, (_, index) =>
    v7({ msecs: now.getTime(), seq: start + index, random: randomBytes(BYTES) }),
  )
}

interface Wanted {
  readonly version: Version
  readonly count: number
  readonly namespace: string
  readonly name: string
}

function generate({ version, count, namespace, name }: Wanted, world: ToolWorld): string[] {
  switch (version) {
    case '1':
      return timeBased(v1, count, world)
    case '6':
      return timeBased(v6, count, world)
    case '4':
      return random(count, world)
    case '7':
      return sortable(count, world)
    case '3':
      return [v3(nameBytes(name), namespaceOf(namespace))]
    case '5':
      return [v5(nameBytes(name), namespaceOf(namespace))]
    case 'nil':
      return [NIL]
    case 'max':
      return [MAX]
  }
}

const ofNames = { field: 'version', in: ['3', '5'] }

export const uuidGenerator = defineTool({
  slug: 'uuid-generator',
  title: 'UUID Generator',
  description: 'Makes UUIDs (GUIDs) of versions 1, 3, 4, 5, 6 and 7: random, by time, or always the same for a name.',
  category: 'developer',
  tags: ['uuid', 'random', 'identifier'],
  keywords: [
    'guid',
    'guid generator',
    'random id',
    'unique identifier',
    'uuid v4',
    'uuid v7',
    'uuid v5',
    'uuid v1',
    'namespace uuid',
    'rfc 9562',
    'rfc 4122',
    'nil uuid',
  ],
  input: [
    select('version', {
      label: 'Version',
      default: '4',
      options: VERSIONS,
      aliases: { v1: '1', v3: '3', v4: '4', v5: '5', v6: '6', v7: '7' },
    }),
    number('count', {
      label: 'How many',
      integer: true,
      min: 1,
      max: MOST_UUIDS,
      step: 1,
      default: 1,
      showIf: { field: 'version', in: ['1', '4', '6', '7'] },
    }),
    string('namespace', {
      label: 'Namespace',
      help: 'DNS, URL, OID, X500 or a UUID of your own.',
      default: 'DNS',
      maxLength: 100,
      showIf: ofNames,
    }),
    string('name', {
      label: 'Name',
      placeholder: 'www.example.com',
      default: '',
      maxLength: LONGEST_NAME,
      showIf: ofNames,
    }),
    checkbox('uppercase', { label: 'Capital letters' }),
    checkbox('withoutHyphens', { label: 'Without hyphens' }),
  ],
  output: {
    uuid: text('UUID', { format: 'code', primary: true }),
    uuids: listOf('All of them'),
  },
  needs: ['clock', 'chance'],
  isLarge: true,
  run: ({ uppercase, withoutHyphens, ...wanted }, world) => {
    const uuids = generate(wanted, world).map((uuid) => {
      const bare = withoutHyphens ? uuid.replaceAll('-', '') : uuid
      return uppercase ? bare.toUpperCase() : bare
    })
    return { uuid: uuids[0], uuids: uuids.length > 1 ? uuids : undefined }
  },
  examples: [
    {
      title: 'Of a domain name, by SHA-1',
      input: { version: '5', namespace: 'DNS', name: 'www.example.com' },
      output: { uuid: '2ed6657d-e927-568b-95e1-2665a8aea6a2' },
      source: 'RFC 9562, appendix A.4',
    },
    {
      title: 'Of a domain name, by MD5',
      input: { version: '3', namespace: 'DNS', name: 'www.example.com' },
      output: { uuid: '5df41881-3aed-3515-88a7-2f4a814cf09e' },
      source: 'RFC 9562, appendix A.2',
    },
    {
      title: 'In a namespace of one’s own',
      input: { version: '5', namespace: '6ba7b810-9dad-11d1-80b4-00c04fd430c8', name: 'python.org' },
      output: { uuid: '886313e1-3b8a-5372-9b90-0c9aee199e5d' },
      source: 'Python documentation, uuid, example: uuid5(NAMESPACE_DNS, "python.org")',
    },
    {
      title: 'All ones',
      input: { version: 'max', uppercase: true },
      output: { uuid: 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF' },
      source: 'RFC 9562, section 5.10',
    },
  ],
  method: {
    formula:
      '4: 122 random bits. 7: milliseconds since 1970, a counter and random bits. 1 and 6: ticks of 100 ns since 1582, a random clock sequence and a random node. 3 and 5: the first 128 bits of MD5 or SHA-1 of namespace and name.',
    rounding: 'None.',
    notes:
      'Chance is that of a cryptographic source. The node is random and never the address of a network card. A name counts exactly as it is written, in UTF-8.',
  },
  sources: [{ title: 'RFC 9562: Universally Unique IDentifiers', url: 'https://www.rfc-editor.org/rfc/rfc9562' }],
})

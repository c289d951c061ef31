import { type Ip, parseIp } from '#src/lib/ip-ranges.ts'
import { badge, defineTool, string, ToolError, table, text } from '#src/sdk/index.ts'
import {
  addressText,
  type Block,
  blockAround,
  blockText,
  commonBlock,
  exactBlocks,
  lastOf,
  maskOf,
  prefixOfMask,
  sizeOf,
} from './subnet-calculator/addresses.ts'
import { isGloballyReachable } from './subnet-calculator/globally-reachable.ts'

const LONGEST = 100
const EXAMPLES = '192.168.1.0 or 2001:db8::1'

function addressOf(given: string, field: string, label: string): Ip {
  const bare = given.trim().replace(/^\[(.*)\]$/, '$1')
  const ip = parseIp(bare)
  if (ip !== null) return ip
  throw new ToolError(`${label} must be an address such as ${EXAMPLES}`, { field })
}

/** Of "/24" and, for IPv4, of "255.255.255.0". */
function prefixOf(given: string | undefined, bits: Ip['bits']): number | undefined {
  if (given === undefined) return bits
  if (/^\d{1,3}$/.test(given)) return Number(given) <= bits ? Number(given) : undefined
  return bits === 32 ? prefixOfMask(given) : undefined
}

function blockOf(given: string): Block & { readonly given: Ip } {
  const [address = '', written, ...rest] = given.trim().split(/\s*\/\s*|\s+/)
  const ip = addressOf(address, 'cidr', 'Network')
  const prefix = rest.length === 0 ? prefixOf(written, ip.bits) : undefined
  if (prefix === undefined)
    throw new ToolError(`Network must end with /0 to /${ip.bits}${ip.bits === 32 ? ' or a mask' : ''}`, {
      field: 'cidr',
    })
  return { ...blockAround(ip, prefix), given: ip }
}

/** Without network and broadcast address, which IPv4 has where there are more than two (RFC 3021). */
function hostsOf(block: Block) {
  const { bits, first, prefix } = block
  const reserved = bits === 32 && prefix <= 30 ? 1n : 0n
  return {
    firstHost: addressText({ bits, value: first + reserved }),
    lastHost: addressText({ bits, value: lastOf(block) - reserved }),
    hosts: Number(sizeOf(block) - 2n * reserved),
  }
}

function describeBlock(block: Block) {
  const { bits, first, prefix } = block
  const mask = maskOf(block)
  const last = addressText({ bits, value: lastOf(block) })
  return {
    cidr: blockText(block),
    network: addressText({ bits, value: first }),
    mask: addressText({ bits, value: mask }),
    prefix,
    first: addressText({ bits, value: first }),
    last,
    // A power of two, which a number holds exactly.
    total: Number(sizeOf(block)),
    totalExact: String(sizeOf(block)),
    ...hostsOf(block),
    ...(bits === 32 && {
      wildcard: addressText({ bits, value: sizeOf(block) - 1n }),
      broadcast: prefix <= 30 ? last : undefined,
    }),
  }
}

function describeRange(startIp: string, endIp: string) {
  const start = addressOf(startIp, 'startIp', 'Start')
  const end = addressOf(endIp, 'endIp', 'End')
  if (start.bits !== end.bits) throw new ToolError('End must be of the same kind as the start', { field: 'endIp' })
  if (start.value > end.value) throw new ToolError('End must not be before the start', { field: 'endIp' })
  const block = commonBlock(start, end)
  const described = describeBlock(block)
  return {
    ...described,
    oldSize: Number(end.value - start.value + 1n),
    newSize: described.total,
    newStart: described.first,
    newEnd: described.last,
    blocks: exactBlocks(start, end).map((one) => ({
      cidr: blockText(one),
      first: addressText({ bits: one.bits, value: one.first }),
      last: addressText({ bits: one.bits, value: lastOf(one) }),
      total: String(sizeOf(one)),
    })),
  }
}

function checkGiven(cidr: string | undefined, range: string | undefined, ip: string | undefined): void {
  if (cidr !== undefined && range !== undefined)
    throw new ToolError('Network must be empty where a range is given', { field: 'cidr' })
  if (cidr === undefined && range === undefined && ip === undefined)
    throw new ToolError('Network is required, unless a range or an address is given', { field: 'cidr' })
}

/** Numbers as far as they are exact. */
const exact = (value: bigint): number | string => (value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value))

function describeAddress(ip: Ip) {
  const canonical = addressText(ip)
  const digits = ip.value.toString(16).padStart(ip.bits / 4, '0')
  return {
    canonical,
    integer: exact(ip.value),
    hex: `0x${digits}`,
    ...(ip.bits === 128 && { expanded: digits.match(/.{4}/g)?.join(':') }),
    ...(ip.bits === 32 && {
      binary: ip.value.toString(2).padStart(32, '0').match(/.{8}/g)?.join('.'),
    }),
    isPublic: isGloballyReachable(ip),
  }
}

export const subnetCalculator = defineTool({
  slug: 'subnet-calculator',
  title: 'Subnet Calculator',
  description: 'Works out IPv4 and IPv6 networks: mask, first and last address, size, and the blocks of a range.',
  category: 'developer',
  tags: ['network', 'ip'],
  keywords: [
    'cidr calculator',
    'ip subnet',
    'netmask',
    'subnet mask',
    'ip range',
    'range to cidr',
    'ipv4',
    'ipv6',
    'broadcast address',
    'ip to integer',
    'ipv6 shorten',
    'wildcard mask',
  ],
  input: [
    string('cidr', {
      label: 'Network',
      help: 'With a prefix length, or an IPv4 mask.',
      placeholder: '192.168.1.0/24',
      maxLength: LONGEST,
    }),
    string('startIp', {
      label: 'Start',
      help: 'Instead of a network: a range.',
      placeholder: '192.168.1.1',
      maxLength: LONGEST,
    }),
    string('endIp', { label: 'End', placeholder: '192.168.7.255', maxLength: LONGEST }),
    string('ip', {
      label: 'Address',
      help: 'To write it in other ways, and to see whether it is in the network.',
      placeholder: '2001:db8::1',
      maxLength: LONGEST,
    }),
  ],
  output: {
    cidr: text('Network', { format: 'code', primary: true }),
    network: text('Network address', { format: 'code' }),
    mask: text('Mask', { format: 'code' }),
    prefix: badge('Prefix length'),
    first: text('First address', { format: 'code' }),
    last: text('Last address', { format: 'code' }),
    total: badge('Addresses'),
    totalExact: text('Addresses, all digits', { format: 'code' }),
    firstHost: text('First host', { format: 'code' }),
    lastHost: text('Last host', { format: 'code' }),
    hosts: badge('Hosts', { help: 'Of IPv4 without network and broadcast address.' }),
    wildcard: text('Wildcard mask', { format: 'code' }),
    broadcast: text('Broadcast address', { format: 'code' }),
    oldSize: badge('Addresses of the range'),
    newSize: badge('Addresses of the network around it'),
    newStart: text('Start of the network around it', { format: 'code' }),
    newEnd: text('End of the network around it', { format: 'code' }),
    blocks: table('Blocks that are exactly the range', {
      columns: [
        { name: 'cidr', label: 'Block' },
        { name: 'first', label: 'First' },
        { name: 'last', label: 'Last' },
        { name: 'total', label: 'Addresses' },
      ],
    }),
    contains: badge('Address is in the network', { type: 'boolean' }),
    canonical: text('Address', { format: 'code', help: 'As RFC 5952 writes it.' }),
    integer: text('Address as a number', { type: 'any', format: 'code' }),
    hex: text('Address in hexadecimal', { format: 'code' }),
    expanded: text('Address with all digits', { format: 'code' }),
    binary: text('Address in bits', { format: 'code' }),
    isPublic: badge('Address is public', {
      type: 'boolean',
      help: 'Globally reachable by the IANA registries of special-purpose addresses.',
    }),
  },
  isLarge: true,
  run: ({ cidr, startIp, endIp, ip: givenIp }) => {
    checkGiven(cidr, startIp ?? endIp, givenIp)
    const ip = givenIp === undefined ? undefined : addressOf(givenIp, 'ip', 'Address')
    const block = cidr === undefined ? undefined : blockOf(cidr)
    const address = ip ?? block?.given
    return {
      ...(cidr === undefined && (startIp ?? endIp) !== undefined && describeRange(startIp ?? '', endIp ?? '')),
      ...(block && describeBlock(block)),
      ...(address && describeAddress(address)),
      ...(ip && block && { contains: ip.bits === block.bits && blockAround(ip, block.prefix).first === block.first }),
    }
  },
  examples: [
    {
      title: 'A network',
      input: { cidr: '172.16.0.0/16' },
      output: { mask: '255.255.0.0', network: '172.16.0.0', last: '172.16.255.255', total: 65_536 },
      source: 'RFC 4632, section 3.1: 172.16.0.0 with the mask 255.255.0.0 is 172.16.0.0/16',
    },
    {
      title: 'A range',
      input: { startIp: '192.168.1.1', endIp: '192.168.7.255' },
      output: {
        cidr: '192.168.0.0/21',
        oldSize: 1791,
        newSize: 2048,
        newStart: '192.168.0.0',
        newEnd: '192.168.7.255',
      },
      source: 'it-tools, IPv4 range expander tests',
    },
    {
      title: 'The shortest IPv6 text',
      input: { ip: '2001:0DB8:0:0:1:0:0:1' },
      output: { canonical: '2001:db8::1:0:0:1' },
      source: 'RFC 5952, section 4.2.3: of two runs as long, the first is shortened',
    },
    {
      title: 'Two addresses, both hosts',
      input: { cidr: '192.0.2.6/31' },
      output: { firstHost: '192.0.2.6', lastHost: '192.0.2.7', hosts: 2 },
      source: 'RFC 3021, section 2.1: both addresses of a 31-bit prefix are hosts',
    },
    {
      title: 'An address as a number',
      input: { ip: '192.168.0.1' },
      output: { integer: 3_232_235_521, isPublic: false },
      source: 'it-tools, IPv4 address converter tests: 192.168.0.1 is 3232235521; RFC 1918, section 3',
    },
  ],
  method: {
    formula:
      'First = address AND mask, last = first + 2^(bits − prefix) − 1. The network around a range has as prefix the bits that start and end share.',
    rounding: 'None; sizes of IPv6 ranges beyond 2⁵³ are rounded to 16 digits as numbers, and exact in the table.',
    notes:
      'First and last are all addresses of the network; hosts leave out network and broadcast address of IPv4. Numbers with a 0 in front, such as 010.0.0.1, are refused: some read them as octal.',
  },
  sources: [
    { title: 'RFC 4632: Classless Inter-domain Routing', url: 'https://www.rfc-editor.org/rfc/rfc4632' },
    { title: 'RFC 5952: IPv6 address text representation', url: 'https://www.rfc-editor.org/rfc/rfc5952#section-4' },
    {
      title: 'IANA IPv4 Special-Purpose Address Registry',
      url: 'https://www.iana.org/assignments/iana-ipv4-special-registry/iana-ipv4-special-registry.xhtml',
    },
    {
      title: 'IANA IPv6 Special-Purpose Address Registry',
      url: 'https://www.iana.org/assignments/iana-ipv6-special-registry/iana-ipv6-special-registry.xhtml',
    },
    { title: 'RFC 3021: 31-bit prefixes', url: 'https://www.rfc-editor.org/rfc/rfc3021' },
  ],
})

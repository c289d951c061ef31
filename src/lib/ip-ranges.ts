export type Ip = { readonly bits: 32 | 128; readonly value: bigint }
type Range = Ip & { readonly prefix: number }

function parseIpv4(text: string): bigint | null {
  const parts = text.split('.')
  if (parts.length !== 4) return null
  let value = 0n
  for (const part of parts) {
    if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null
    value = (value << 8n) | BigInt(part)
  }
  return value
}

/** The 16-bit groups of one side of "::"; a dotted IPv4 address may stand in the last two of the whole address. */
function groupsOf(side: string, { isLast }: { isLast: boolean }): bigint[] | null {
  if (side === '') return []
  const groups: bigint[] = []
  const parts = side.split(':')
  for (const [index, part] of parts.entries()) {
    const dotted = isLast && index === parts.length - 1 ? parseIpv4(part) : null
    if (dotted !== null) groups.push(dotted >> 16n, dotted & 0xffffn)
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(BigInt(`0x${part}`))
    else return null
  }
  return groups
}

function parseIpv6(text: string): bigint | null {
  const sides = text.split('::')
  if (sides.length > 2 || !text.includes(':')) return null
  const head = groupsOf(sides[0] ?? '', { isLast: sides.length === 1 })
  const tail = groupsOf(sides[1] ?? '', { isLast: true })
  if (head === null || tail === null) return null
  const missing = 8 - head.length - tail.length
  if (sides.length === 2 ? missing < 1 : missing !== 0) return null
  const groups = [...head, ...Array.from({ length: missing }, () => 0n), ...tail]
  return groups.reduce((value, group) => (value << 16n) | group, 0n)
}

/** Strict: four decimal numbers, or RFC 4291 text without a zone. Anything else is null. */
export function parseIp(text: string): Ip | null {
  const v4 = parseIpv4(text)
  if (v4 !== null) return { bits: 32, value: v4 }
  const v6 = parseIpv6(text)
  return v6 === null ? null : { bits: 128, value: v6 }
}

function range(cidr: string): Range {
  const [text = '', prefix] = cidr.split('/')
  const ip = parseIp(text)
  if (ip === null) throw new Error(`Not a range: ${cidr}`)
  return { ...ip, prefix: Number(prefix) }
}

const contains = ({ bits, value, prefix }: Range, ip: Ip): boolean =>
  bits === ip.bits && ip.value >> BigInt(bits - prefix) === value >> BigInt(bits - prefix)

/** IANA IPv4 Special-Purpose Address Registry, without the few blocks that are reachable by all; multicast. */
const CLOSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(range)

/**
 * IPv6 is closed but for the block that IANA gives out. So loopback, mapped and compatible IPv4, NAT64 (64:ff9b::/96),
 * unique local, link-local and multicast addresses need no line of their own.
 */
const GLOBAL_IPV6 = range('2000::/3')
/** In that block: protocol assignments with Teredo, documentation, 6to4. */
const CLOSED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(range)

/**
 * What one subscriber is given: an IPv4 address, or the 64 bits that begin an IPv6 one, of which all 2^64 addresses are
 * theirs. Text that is no address stays as it is, and so does IPv4 in IPv6 writing (::ffff:192.0.2.1).
 */
export function subscriberOf(text: string): string {
  const ip = parseIp(text)
  if (ip === null || ip.bits === 32 || ip.value >> 32n === 0xffffn) return text
  return `${(ip.value >> 64n).toString(16)}::/64`
}

export const isIp = (text: string): boolean => parseIp(text) !== null

/** Whether the text is the address of a machine on the public internet. Text that is no address is not. */
export function isPublicIp(text: string): boolean {
  const ip = parseIp(text)
  if (ip === null) return false
  if (ip.bits === 32) return !CLOSED_IPV4.some((closed) => contains(closed, ip))
  return contains(GLOBAL_IPV6, ip) && !CLOSED_IPV6.some((closed) => contains(closed, ip))
}

import ipaddr from 'ipaddr.js'
import type { Ip } from '#src/lib/ip-ranges.ts'

export type Bits = Ip['bits']

const bytesOf = ({ bits, value }: Ip): number[] =>
  Array.from({ length: bits / 8 }, (_, index) => Number((value >> BigInt(bits - 8 * (index + 1))) & 0xffn))

/** RFC 5952, section 4; IPv4 in IPv6 as section 5 recommends, which the library writes in hexadecimal. */
export function addressText(ip: Ip): string {
  const address = ipaddr.fromByteArray(bytesOf(ip))
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return `::ffff:${address.toIPv4Address()}`
  return address.toString()
}

/** How many ones a mask such as "255.255.255.0" begins with; undefined when it is none. */
export const prefixOfMask = (text: string): number | undefined =>
  ipaddr.IPv4.isValidFourPartDecimal(text)
    ? (ipaddr.IPv4.parse(text).prefixLengthFromSubnetMask() ?? undefined)
    : undefined

export interface Block {
  readonly bits: Bits
  readonly first: bigint
  readonly prefix: number
}

export const sizeOf = ({ bits, prefix }: Pick<Block, 'bits' | 'prefix'>): bigint => 1n << BigInt(bits - prefix)
export const lastOf = (block: Block): bigint => block.first + sizeOf(block) - 1n
export const maskOf = ({ bits, prefix }: Pick<Block, 'bits' | 'prefix'>): bigint =>
  (1n << BigInt(bits)) - sizeOf({ bits, prefix })
export const blockText = ({ bits, first, prefix }: Block): string => `${addressText({ bits, value: first })}/${prefix}`

export const blockAround = ({ bits, value }: Ip, prefix: number): Block => ({
  bits,
  first: value & maskOf({ bits, prefix }),
  prefix,
})

const bitLength = (value: bigint): number => (value === 0n ? 0 : value.toString(2).length)

/** The smallest block that holds both. */
export const commonBlock = (start: Ip, end: Ip): Block =>
  blockAround(start, start.bits - bitLength(start.value ^ end.value))

/** The fewest blocks that hold exactly the addresses from one to the other: each as large as its place and the rest allow. */
export function exactBlocks(start: Ip, end: Ip): Block[] {
  const blocks: Block[] = []
  let first = start.value
  while (first <= end.value) {
    const aligned = first === 0n ? start.bits : bitLength(first & -first) - 1
    const room = bitLength(end.value - first + 1n) - 1
    const block = { bits: start.bits, first, prefix: start.bits - Math.min(aligned, room) }
    blocks.push(block)
    first = lastOf(block) + 1n
  }
  return blocks
}

import type { Ip } from '#src/lib/ip-ranges.ts'

export type Bits = Ip['bits']
const GROUPS = 8
/** ::ffff:0:0/96, IPv4 in IPv6. */
const MAPPED = 0xffffn

const dotted = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.')

/** Where the longest run of zero groups begins, the first of several, and how long it is. */
function longestZeros(groups: readonly string[]): { start: number; length: number } {
  let [longest, run] = [{ start: 0, length: 0 }, 0]
  for (const [index, group] of groups.entries()) {
    run = group === '0' ? run + 1 : 0
    if (run > longest.length) longest = { start: index - run + 1, length: run }
  }
  return longest
}

/** RFC 5952, section 4; IPv4 in IPv6 as section 5 recommends. */
function ipv6Text(value: bigint): string {
  if (value >> 32n === MAPPED) return `::ffff:${dotted(value & 0xffffffffn)}`
  const groups = Array.from({ length: GROUPS }, (_, index) =>
    ((value >> BigInt(16 * (GROUPS - 1 - index))) & 0xffffn).toString(16),
  )
  const { start, length } = longestZeros(groups)
  if (length < 2) return groups.join(':')
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`
}

export const addressText = ({ bits, value }: Ip): string => (bits === 32 ? dotted(value) : ipv6Text(value))

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

import { type Ip, isPublicIp, parseIp } from '#src/lib/ip-ranges.ts'
import { addressText, type Block, blockAround } from './addresses.ts'

function block(cidr: string): Block {
  const [address = '', prefix] = cidr.split('/')
  const ip = parseIp(address)
  if (ip === null) throw new Error(`Not a block: ${cidr}`)
  return blockAround(ip, Number(prefix))
}

const contains = ({ bits, first, prefix }: Block, ip: Ip): boolean =>
  bits === ip.bits && blockAround(ip, prefix).first === first

/** Globally reachable by the IANA registries, within blocks that are not. isPublicIp closes them: it guards requests. */
const EXCEPTIONS = [
  '192.0.0.9/32',
  '192.0.0.10/32',
  '2001:1::1/128',
  '2001:1::2/128',
  '2001:1::3/128',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:20::/28',
  '2001:30::/28',
].map(block)
const NAT64 = block('64:ff9b::/96')

/** RFC 6052, section 3.1: NAT64 reaches by its prefix only IPv4 addresses that are public themselves. */
export function isGloballyReachable(ip: Ip): boolean {
  if (contains(NAT64, ip)) return isPublicIp(addressText({ bits: 32, value: ip.value & 0xffff_ffffn }))
  return isPublicIp(addressText(ip)) || EXCEPTIONS.some((exception) => contains(exception, ip))
}

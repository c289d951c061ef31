import { isIp, isPublicIp } from '#src/lib/ip-ranges.ts'
import { badRequest, nameUnknown, notPublic, portClosed } from './egress-error.ts'
import type { Resolve } from './resolve.ts'

/** Where a request may go: the URL and the addresses that were checked for it. Connect to no other. */
export interface Target {
  readonly url: URL
  /** IPv6 without brackets. */
  readonly host: string
  readonly port: number
  readonly addresses: readonly string[]
}

export interface TargetRules {
  /** Lower-case host:port entries that may lead to any address and port. */
  readonly allow: readonly string[]
  readonly resolvePublic: Resolve
  readonly resolveAllowed: Resolve
}

/**
 * Below 1024 only the two ports of the web. Above, APIs live on many, so that these are closed by name:
 * where a request's text could do harm to a service that does not speak HTTP.
 */
const CLOSED_PORTS = new Set([
  1080, // SOCKS
  1433, // SQL Server
  1521, // Oracle
  1719, // H.323
  1720, // H.323
  1723, // PPTP
  2049, // NFS
  2375, // Docker
  2376, // Docker
  2379, // etcd
  2380, // etcd
  3306, // MySQL
  3389, // remote desktop
  3659, // Apple password server
  4045, // NFS locks
  4190, // ManageSieve
  5060, // SIP
  5061, // SIP
  5432, // PostgreSQL
  5672, // AMQP
  5900, // VNC
  6000, // X11
  6379, // Redis
  6566, // scanners
  6660, // IRC
  6661, // IRC
  6662, // IRC
  6663, // IRC
  6664, // IRC
  6665, // IRC
  6666, // IRC
  6667, // IRC
  6668, // IRC
  6669, // IRC
  6679, // IRC
  6697, // IRC
  9042, // Cassandra
  9092, // Kafka
  10080, // Amanda
  10250, // kubelet
  11211, // memcached
  27017, // MongoDB
])
const isOpenPort = (port: number): boolean => port === 80 || port === 443 || (port >= 1024 && !CLOSED_PORTS.has(port))

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Throws EGRESS_REQUEST unless the text is an http or https URL without a user name. */
export function parseAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (url === null) throw badRequest(`${JSON.stringify(text)} is not a URL`)
  if (DEFAULT_PORTS[url.protocol] === undefined) throw badRequest('Only http and https URLs can be called')
  if (url.username !== '' || url.password !== '')
    throw badRequest('A URL must not hold a user name or password; use the Authorization header')
  return url
}

async function addressesOf(host: string, resolve: Resolve): Promise<readonly string[]> {
  const addresses = isIp(host) ? [host] : await resolve(host)
  if (addresses.length === 0) throw nameUnknown(host, undefined)
  return addresses
}

/** Names that only this machine or its network knows (RFC 6761, RFC 6762, and .internal): public DNS has none of them. */
const isLocalName = (host: string): boolean =>
  !isIp(host) && (!host.replace(/\.$/, '').includes('.') || /\.(localhost|local|internal)\.?$/.test(host))

/** Looks the host up once and checks every address. Throws EGRESS_BLOCKED or EGRESS_DNS. */
export async function findTarget(url: URL, rules: TargetRules): Promise<Target> {
  // The URL parser has turned 0x7f.1 and 2130706433 into 127.0.0.1 already.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port)
  const entry = `${url.hostname}:${port}`
  if (rules.allow.includes(entry)) return { url, host, port, addresses: await addressesOf(host, rules.resolveAllowed) }
  if (isLocalName(host)) throw notPublic(host, entry)
  if (!isOpenPort(port)) throw portClosed(port)
  const addresses = await addressesOf(host, rules.resolvePublic)
  if (!addresses.every(isPublicIp)) throw notPublic(host, entry)
  return { url, host, port, addresses }
}

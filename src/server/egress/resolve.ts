import { lookup, Resolver } from 'node:dns/promises'
import { dnsFailed, nameUnknown } from './egress-error.ts'

/** Every address of the name, IPv4 first. Throws EGRESS_DNS. */
export type Resolve = (host: string) => Promise<readonly string[]>

const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])
const isUnknown = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNKNOWN.has(String(error.code))

const failure = (host: string, error: unknown) => (isUnknown(error) ? nameUnknown : dnsFailed)(host, error)

/**
 * Asks the name servers, those of the system unless given as address:port, without the thread pool: a slow one would
 * hold up password hashing, which shares it.
 */
export function createPublicResolve(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: 2000, tries: 3 })
  if (servers) resolver.setServers(servers)
  return async (host) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    const errors = [v4, v6].flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    throw failure(host, errors.find((error) => !isUnknown(error)) ?? errors[0])
  }
}

/** Asks the system: a name that the operator allows may stand in /etc/hosts. */
export const resolveAllowed: Resolve = async (host) => {
  try {
    const found = await lookup(host, { all: true, order: 'ipv4first' })
    return found.map(({ address }) => address)
  } catch (error) {
    throw failure(host, error)
  }
}

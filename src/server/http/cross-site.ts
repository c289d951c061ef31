import type { FastifyRequest } from 'fastify'
import { crossSite, invalidCredential } from './app-error.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * Refuses state-changing calls that a foreign page could have sent: they need X-Requested-With (a plain form cannot
 * set it), JSON, and, from browsers, a same-origin Sec-Fetch-Site or Origin.
 */
export function refuseCrossSite(request: FastifyRequest, publicOrigin: string): void {
  if (header(request, 'authorization') !== undefined) throw invalidCredential()
  if (SAFE_METHODS.has(request.method)) return
  if (header(request, 'x-requested-with') === undefined)
    throw crossSite('Send the header X-Requested-With with every call that changes something')
  const site = header(request, 'sec-fetch-site')
  if (site !== undefined && site !== 'same-origin') throw crossSite('This call must come from our own pages')
  const origin = header(request, 'origin')
  if (origin !== undefined && !isOurs(origin, request, publicOrigin))
    throw crossSite('This call must come from our own pages')
  const type = header(request, 'content-type')
  if (type !== undefined && !/^application\/json\b/i.test(type)) throw crossSite('Send JSON')
}

const isOurs = (origin: string, request: FastifyRequest, publicOrigin: string): boolean =>
  origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === request.host)

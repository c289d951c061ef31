import type { FastifyRequest } from 'fastify'
import { crossSite } from './app-error.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

interface CrossSiteRules {
  /** What a body may be. */
  readonly type?: RegExp
  /** False for a form that the browser sends by itself: its Origin and Sec-Fetch-Site are the proof then. */
  readonly header?: boolean
}

/**
 * Refuses state-changing calls that a foreign page could have sent: they need X-Requested-With (a plain form cannot
 * set it), JSON, and, from browsers, a same-origin Sec-Fetch-Site or Origin.
 */
export function refuseCrossSite(
  request: FastifyRequest,
  publicOrigin: string,
  { type: allowedType = /^application\/json\b/i, header: needsHeader = true }: CrossSiteRules = {},
): void {
  if (SAFE_METHODS.has(request.method)) return
  if (needsHeader && header(request, 'x-requested-with') === undefined)
    throw crossSite('Send the header X-Requested-With with every call that changes something')
  const site = header(request, 'sec-fetch-site')
  if (site !== undefined && site !== 'same-origin') throw crossSite('This call must come from our own pages')
  const origin = header(request, 'origin')
  if (!needsHeader && site === undefined && origin === undefined)
    throw crossSite('This call must come from our own pages')
  if (origin !== undefined && !isOurs(origin, request, publicOrigin))
    throw crossSite('This call must come from our own pages')
  const type = header(request, 'content-type')
  if (type !== undefined && !allowedType.test(type)) throw crossSite('Send JSON')
}

/** Refuses a stream of events that another site's page has opened: only there is a GET worth forging. */
export function refuseForeignStream(request: FastifyRequest, publicOrigin: string): void {
  const site = header(request, 'sec-fetch-site')
  const origin = header(request, 'origin')
  if (
    (site !== undefined && site !== 'same-origin') ||
    (origin !== undefined && !isOurs(origin, request, publicOrigin))
  )
    throw crossSite('Open this stream from our own pages')
}

/** A page of our host that came by plain http, where we are https, was written by whoever sits on the network. */
const isDowngrade = (origin: string, publicOrigin: string): boolean =>
  publicOrigin.startsWith('https:') && !origin.startsWith('https:')

const isOurs = (origin: string, request: FastifyRequest, publicOrigin: string): boolean =>
  origin === publicOrigin ||
  (URL.canParse(origin) && new URL(origin).host === request.host && !isDowngrade(origin, publicOrigin))

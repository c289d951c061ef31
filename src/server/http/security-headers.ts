import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isCardPath } from '#src/lib/card-path.ts'
import { isEmbedPath } from '#src/lib/embed-path.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Allows this answer's own inline scripts and styles, and no others. */
    nonce: string
  }
}

interface SecurityOptions {
  /** True where the public address is https: browsers are then told to stay on it. */
  readonly https: boolean
  /** The address of Vite's socket, in development only. */
  readonly devSocket?: string
  /** Stripe takes the cards: its script and its frames are let in where one can be entered. */
  readonly withStripe?: boolean
  /** Pictures and drawn pages that strangers made come from there. */
  readonly contentUrl?: string
}

interface PagePolicyOptions {
  readonly devSocket: string | undefined
  readonly contentUrl: string | undefined
  /** Pages of other sites may frame it. */
  readonly isEmbed: boolean
  /** Stripe's card form may be shown on it. */
  readonly hasCardForm: boolean
}

/** Source: docs.stripe.com/security/guide. Its pictures are in its frames. */
const STRIPE = {
  script: ' https://js.stripe.com',
  connect: ' https://api.stripe.com',
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
}
const NO_STRIPE: typeof STRIPE = { script: '', connect: '', frames: [] }

function pagePolicy(nonce: string, { devSocket, contentUrl, isEmbed, hasCardForm }: PagePolicyOptions): string {
  const stripe = hasCardForm ? STRIPE : NO_STRIPE
  const content = contentUrl === undefined ? [] : [contentUrl]
  const frames = [...stripe.frames, ...content]
  return [
    "default-src 'none'",
    // Not 'self': what a workflow answers under /hooks lies on this origin too. Scripts with the nonce may load others.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${stripe.script}`,
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data: blob:", ...content].join(' '),
    "font-src 'self'",
    `connect-src 'self'${devSocket === undefined ? '' : ` ${devSocket}`}${stripe.connect}`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action ${isEmbed ? "'none'" : "'self'"}`,
    `frame-ancestors ${isEmbed ? '*' : "'none'"}`,
  ].join('; ')
}

/** For the worker that holds a creator's code: its engine is compiled there, and nothing can be fetched from it. */
const GUEST_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
const GUEST_FILE = /^\/(?:assets|src\/sandbox)\/guest\.worker[.-]/

/** For what a workflow answers, on our origin: as a page it may run nothing and reach nothing, and it is no script. */
export const hookHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  'x-content-type-options': 'nosniff',
} as const

const HOOK_PATH = /^\/hooks(-test)?\//

/** True for webhooks, however their address is spelt: the router decodes it. */
export const isHook = ({ url, routeOptions }: FastifyRequest): boolean =>
  HOOK_PATH.test(url) || HOOK_PATH.test(routeOptions.url ?? '')

/** Sets the headers that keep a page to its own scripts, its own origin and its own window. */
export function createSecurityHeaders({ https, devSocket, contentUrl, withStripe = false }: SecurityOptions) {
  return function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
    const isEmbed = isEmbedPath(request.url)
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      ...(!isEmbed && { 'x-frame-options': 'DENY' }),
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
    })
    if (https) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    // A policy belongs to documents and workers; on every script and font it would only be weight.
    const isAsset = request.url.startsWith('/assets/') && !request.url.includes('worker')
    if (isHook(request)) reply.headers(hookHeaders)
    else if (GUEST_FILE.test(request.url)) reply.header('content-security-policy', GUEST_POLICY)
    else if (!isAsset) {
      request.nonce = randomBytes(16).toString('base64')
      const hasCardForm = withStripe && isCardPath(request.url)
      reply.header(
        'content-security-policy',
        pagePolicy(request.nonce, { devSocket, contentUrl, isEmbed, hasCardForm }),
      )
    }
  }
}

import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

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
}

const pagePolicy = (nonce: string, devSocket: string | undefined) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${devSocket === undefined ? '' : ` ${devSocket}`}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Sets the headers that keep a page to its own scripts, its own origin and its own window. */
export function securityHeaders(app: FastifyInstance, { https, devSocket }: SecurityOptions): void {
  app.decorateRequest('nonce', '')
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
    })
    if (https) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    // A policy belongs to documents and workers; on every script and font it would only be weight.
    if (request.url.startsWith('/hooks/') || (request.url.startsWith('/assets/') && !request.url.includes('worker'))) {
      done()
      return
    }
    request.nonce = randomBytes(16).toString('base64')
    reply.header('content-security-policy', pagePolicy(request.nonce, devSocket))
    done()
  })
}

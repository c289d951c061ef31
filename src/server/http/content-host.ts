import type { FastifyInstance } from 'fastify'
import { notFound } from './app-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What strangers made: it is shown on the host for that, where there is one. */
    isContent?: boolean
  }
}

/** A moment for who moves to another host. */
const REDIRECT_S = 3600

/**
 * Keeps what strangers made on a host of its own, which has nothing else: no page, no API, and no cookie means anything
 * there. Both hosts lead to this server.
 */
export function keepContentApart(app: FastifyInstance, contentUrl: string): void {
  const { hostname } = new URL(contentUrl)
  app.addHook('onRequest', async (request, reply) => {
    const isContent = request.routeOptions.config?.isContent === true
    // Without the port: some proxies write one behind the name that browsers leave out.
    if (request.hostname.toLowerCase() === hostname) {
      if (!isContent) throw notFound('address')
      return
    }
    if (!isContent) return
    // Private: X-Forwarded-Host may have named the host, which shared caches do not ask for.
    return reply.header('cache-control', `private, max-age=${REDIRECT_S}`).redirect(`${contentUrl}${request.url}`)
  })
}

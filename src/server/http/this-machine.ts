import type { FastifyRequest } from 'fastify'
import { notFound } from './app-error.ts'
import type { Guard } from './guards.ts'

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/** Whether people who use this address are on this machine. */
export const isOfThisMachine = (publicUrl: string): boolean => LOOPBACK.test(new URL(publicUrl).host)

/**
 * Only on this machine, by a name of this machine: not where a proxy shows it to the world, and not to another site's
 * page that has its own name lead here (DNS rebinding).
 */
export function requireThisMachine({ headers }: FastifyRequest, publicUrl: string): void {
  if (!isOfThisMachine(publicUrl) || !LOOPBACK.test(headers.host ?? '')) throw notFound()
}

export const onThisMachine = (publicUrl: string): Guard =>
  function onThisMachine({ request }) {
    requireThisMachine(request, publicUrl)
    return {}
  }

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { subscriberOf } from '#src/lib/ip-ranges.ts'
import { unavailable } from './app-error.ts'

/** Three of the largest forms at a time: each is held as bytes, as text and as what was read from it. */
const BUDGET = 64 * 1_048_576
/** What one address may hold of it, in so many bodies as it likes; a single one may be larger. */
const SHARE = BUDGET / 3
const RETRY_AFTER_S = 5

/**
 * Bodies are read before any handler can refuse them: those larger than `ordinary` share a budget of bytes, so that many
 * at once do not fill the memory, and nobody takes all of it from one address. For routes that are added later.
 */
export function boundLargeBodies(app: FastifyInstance, ordinary: number): void {
  let held = 0
  const heldBy = new Map<string, number>()
  const hold = (address: string, bytes: number): void => {
    held += bytes
    const now = (heldBy.get(address) ?? 0) + bytes
    if (now === 0) heldBy.delete(address)
    else heldBy.set(address, now)
  }
  const hasRoom = (address: string, bytes: number): boolean => {
    const own = heldBy.get(address) ?? 0
    return held + bytes <= BUDGET && (own === 0 || own + bytes <= SHARE)
  }
  app.addHook('onRoute', (route) => {
    const { bodyLimit: limit, onRequest = [] } = route
    if (limit === undefined || limit <= ordinary) return
    route.onRequest = [
      ...[onRequest].flat(),
      (request, reply, done) => {
        const bytes = bytesOf(request, limit)
        if (bytes <= ordinary || bytes > limit) return done()
        const address = subscriberOf(request.ip)
        if (!hasRoom(address, bytes))
          return done(unavailable(`Too much is being sent at once. Try again in ${RETRY_AFTER_S} s.`, RETRY_AFTER_S))
        hold(address, bytes)
        // Comes after an answer and after a caller who went away.
        reply.raw.once('close', () => hold(address, -bytes))
        done()
      },
    ]
  })
}

/** Whoever does not say how much they send may send all that is allowed. */
const bytesOf = ({ headers }: FastifyRequest, limit: number): number =>
  headers['content-length'] === undefined ? limit : Number(headers['content-length'])

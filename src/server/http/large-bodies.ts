import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unavailable } from './app-error.ts'

/** Three of the largest forms at a time: each is held as bytes, as text and as what was read from it. */
const BUDGET = 64 * 1_048_576
const RETRY_AFTER_S = 5

/**
 * Bodies are read before any handler can refuse them: those larger than `ordinary` share a budget of bytes, so that many
 * at once do not fill the memory. For routes that are added later.
 */
export function boundLargeBodies(app: FastifyInstance, ordinary: number): void {
  let held = 0
  app.addHook('onRoute', (route) => {
    const { bodyLimit: limit, onRequest = [] } = route
    if (limit === undefined || limit <= ordinary) return
    route.onRequest = [
      ...[onRequest].flat(),
      (request, reply, done) => {
        const bytes = bytesOf(request, limit)
        if (bytes <= ordinary || bytes > limit) return done()
        if (held + bytes > BUDGET)
          return done(unavailable(`Too much is being sent at once. Try again in ${RETRY_AFTER_S} s.`, RETRY_AFTER_S))
        held += bytes
        // Comes after an answer and after a caller who went away.
        reply.raw.once('close', () => {
          held -= bytes
        })
        done()
      },
    ]
  })
}

/** Whoever does not say how much they send may send all that is allowed. */
const bytesOf = ({ headers }: FastifyRequest, limit: number): number =>
  headers['content-length'] === undefined ? limit : Number(headers['content-length'])

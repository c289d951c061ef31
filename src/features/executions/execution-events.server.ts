import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Engine } from '#src/engine/engine.ts'
import { isUuid } from '#src/lib/ids.ts'
import { subscriberOf } from '#src/lib/ip-ranges.ts'
import { isFinal } from '#src/lib/run-status.ts'
import type { Db } from '#src/server/database.ts'
import type { DatabaseEvents } from '#src/server/database-events.ts'
import { notFound, signInRequired } from '#src/server/http/app-error.ts'
import { refuseForeignStream } from '#src/server/http/cross-site.ts'
import type { Authenticate } from '#src/server/http/request-context.ts'
import { findExecutionState } from './executions.queries.ts'
import { ownExecution } from './own-execution.server.ts'
import { createToldSteps } from './told-steps.ts'

interface EventsDeps {
  readonly db: Db
  readonly engine: Engine
  readonly events: DatabaseEvents
  readonly authenticate: Authenticate
  readonly publicOrigin: string
}

/** A comment line now and then keeps proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000

/**
 * GET /api/executions/:id/events: server-sent events, one per step and one for each change of the execution. Whoever
 * comes again, to whichever process, with the id of the last one is not told again what it has heard.
 */
export function executionEvents(app: FastifyInstance, deps: EventsDeps): void {
  const { db, engine, events, authenticate, publicOrigin } = deps
  app.get('/api/executions/:id/events', async (request, reply) => {
    refuseForeignStream(request, publicOrigin)
    const viewer = await authenticate(request)
    if (viewer?.credential.kind !== 'session') throw signInRequired()
    const { sessionId } = viewer.credential
    const { id } = request.params as { id: string }
    if (!isUuid(id)) throw notFound('execution')
    const asking = { userId: viewer.id, address: subscriberOf(request.ip) }
    const execution = await ownExecution(db, asking, id, findExecutionState)

    const stream = new PassThrough()
    const lastEventId = request.headers['last-event-id']
    const told = createToldSteps(typeof lastEventId === 'string' ? lastEventId : undefined)
    const send = (event: string, data: unknown, id = '') => {
      // The run may end while its present state is still being read.
      if (!stream.writableEnded)
        stream.write(`${id && `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    }
    const forget = await events.on('session_ended', (ended) => {
      // Null: it may have been this one. A browser opens the stream again by itself, and is asked who it is.
      if (ended === null || ended === sessionId) stream.end()
    })
    const stop = engine.subscribe(id, (event) => {
      if (event.kind === 'step' && told.has(event.step)) return
      send(event.kind, event, event.kind === 'step' ? told.tell(event.step) : '')
      if (event.kind === 'execution' && isFinal(event.status)) stream.end()
    })
    const alive = setInterval(() => stream.writableEnded || stream.write(': alive\n\n'), KEEP_ALIVE_MS)
    stream.once('close', () => {
      clearInterval(alive)
      stop()
      forget()
    })
    request.raw.once('close', () => stream.destroy())
    // Subscribed first, then the present state: what happens in between is told twice rather than never.
    const now = await findExecutionState(db, viewer.id, id)
    send('execution', { kind: 'execution', status: now?.status ?? execution.status })
    if (now !== undefined && now.finished_at !== null) stream.end()
    return reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).send(stream)
  })
}

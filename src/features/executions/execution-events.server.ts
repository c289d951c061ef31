import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Engine } from '#src/engine/engine.ts'
import { isUuid } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import { crossSite, notFound, signInRequired } from '#src/server/http/app-error.ts'
import type { Authenticate } from '#src/server/http/request-context.ts'
import { findExecution } from './executions.queries.ts'

interface EventsDeps {
  readonly db: Db
  readonly engine: Engine
  readonly authenticate: Authenticate
}

/** A comment line now and then keeps proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000

/** GET /api/executions/:id/events: server-sent events, one per step and one for each change of the execution. */
export function executionEvents(app: FastifyInstance, { db, engine, authenticate }: EventsDeps): void {
  app.get('/api/executions/:id/events', async (request, reply) => {
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') throw crossSite('Open this stream from our own pages')
    const viewer = await authenticate(request)
    if (viewer === null) throw signInRequired()
    const { id } = request.params as { id: string }
    const execution = isUuid(id) ? await findExecution(db, viewer.id, id) : undefined
    if (execution === undefined) throw notFound('execution')

    const stream = new PassThrough()
    const send = (event: string, data: unknown) => {
      // The run may end while its present state is still being read.
      if (!stream.writableEnded) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    }
    const stop = engine.subscribe(id, (event) => {
      send(event.kind, event)
      if (event.kind === 'execution' && event.status !== 'running') stream.end()
    })
    const alive = setInterval(() => stream.writableEnded || stream.write(': alive\n\n'), KEEP_ALIVE_MS)
    stream.once('close', () => {
      clearInterval(alive)
      stop()
    })
    request.raw.once('close', () => stream.destroy())
    // Subscribed first, then the present state: what happens in between is told twice rather than never.
    const now = await findExecution(db, viewer.id, id)
    send('execution', { kind: 'execution', status: now?.status ?? execution.status })
    if (now !== undefined && now.finished_at !== null) stream.end()
    return reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).send(stream)
  })
}

import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#src/server/database.ts'
import type { DatabaseEvents } from '#src/server/database-events.ts'
import { signInRequired, tooManyRequests } from '#src/server/http/app-error.ts'
import { refuseForeignStream } from '#src/server/http/cross-site.ts'
import type { Authenticate } from '#src/server/http/request-context.ts'
import type { Logger } from '#src/server/log.ts'
import { isSessionAlive } from './notifications.queries.ts'
import { readState } from './notifications.server.ts'

interface EventsDeps {
  readonly db: Db
  readonly events: DatabaseEvents
  readonly authenticate: Authenticate
  readonly publicOrigin: string
  readonly log: Pick<Logger, 'warn'>
}

/** A comment line now and then keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 15_000
/** One for each window that somebody looks at, and some to spare. */
const MAX_STREAMS = 20

interface OpenStream {
  readonly userId: string
  readonly sessionId: string
  readonly stream: PassThrough
}

/** A stream may have ended while what it would tell was being read. */
const write = (stream: PassThrough, text: string) => stream.writableEnded || stream.destroyed || stream.write(text)

/** GET /api/notifications/events: server-sent events for one account, until its session ends. */
export function notificationEvents(app: FastifyInstance, deps: EventsDeps): void {
  const open = new Set<OpenStream>()
  const listening = createListening(deps, open)

  async function openStream(request: FastifyRequest, reply: FastifyReply): Promise<PassThrough> {
    refuseForeignStream(request, deps.publicOrigin)
    const viewer = await deps.authenticate(request)
    if (viewer?.credential.kind !== 'session') throw signInRequired()
    const own = [...open].filter(({ userId }) => userId === viewer.id)
    if (own.length >= MAX_STREAMS) throw tooManyRequests(60)
    await listening.start()
    const one = { userId: viewer.id, sessionId: viewer.credential.sessionId, stream: new PassThrough() }
    open.add(one)
    const heartbeat = setInterval(() => write(one.stream, ': alive\n\n'), HEARTBEAT_MS)
    one.stream.once('close', () => {
      clearInterval(heartbeat)
      open.delete(one)
    })
    reply.raw.once('close', () => one.stream.destroy())
    // Listened to first, then the present state: what happens in between is told twice rather than never.
    await listening.check(one)
    await listening.tell(viewer.id, [one])
    return one.stream
  }

  app.get('/api/notifications/events', async (request, reply) => {
    const stream = await openStream(request, reply)
    return reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).send(stream)
  })
  app.addHook('onClose', async () => {
    for (const { stream } of open) stream.destroy()
    await listening.stop()
  })
}

/** Turns what the database tells into what the open streams tell. */
function createListening({ db, events, log }: EventsDeps, open: ReadonlySet<OpenStream>) {
  const streamsOf = (userId: string) => [...open].filter((one) => one.userId === userId)
  let stops: Promise<(() => void)[]> | undefined

  const tell = async (userId: string, streams: readonly OpenStream[]) => {
    if (streams.length === 0) return
    const text = `event: state\ndata: ${JSON.stringify(await readState(db, userId))}\n\n`
    for (const { stream } of streams) write(stream, text)
  }
  const check = async ({ sessionId, stream }: OpenStream) => {
    if (!(await isSessionAlive(db, sessionId))) stream.end()
  }
  const orWarn = (work: Promise<unknown>) =>
    void work.catch((err: unknown) => log.warn({ err }, 'Open pages were not told of a change'))

  const onChanged = (userId: string | null) => {
    const whom = userId === null ? new Set([...open].map((one) => one.userId)) : [userId]
    for (const id of whom) orWarn(tell(id, streamsOf(id)))
  }
  const onEnded = (sessionId: string | null) => {
    for (const one of open)
      if (sessionId === null) orWarn(check(one))
      else if (one.sessionId === sessionId) one.stream.end()
  }
  return {
    tell,
    check,
    start: async () => {
      stops ??= Promise.all([events.on('notification_changed', onChanged), events.on('session_ended', onEnded)])
      await stops.catch((error: unknown) => {
        stops = undefined
        throw error
      })
    },
    stop: async () => {
      for (const stop of (await stops) ?? []) stop()
    },
  }
}

import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { isUuid } from '#src/lib/ids.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { conflict, notFound, signInRequired } from '#src/server/http/app-error.ts'
import { fresh, inSession, limitWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Authenticate } from '#src/server/http/request-context.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { findReadyExport, insertExport, listExports, readChunks } from './data-export.queries.ts'
import { type DataExport, dataExportContract } from './data-export.schema.ts'
import type { ExportWorker } from './export-worker.server.ts'

interface DataExportDeps {
  readonly db: Db
  readonly limiter: Limiter
  readonly worker: ExportWorker
}

export const exportUnderWay = () => conflict('EXPORT_UNDER_WAY', 'An export is being made already')

type Row = Awaited<ReturnType<typeof listExports>>[number]
const toExport = (row: Row): DataExport => ({
  id: row.id,
  status: row.status as DataExport['status'],
  createdAt: row.created_at.toISOString(),
  readyAt: row.ready_at?.toISOString() ?? null,
  bytes: row.bytes,
})

export function dataExportRoutes({ db, limiter, worker }: DataExportDeps): Route[] {
  const limit = limitWith(limiter)
  return [
    route(dataExportContract.list, [inSession], async ({ user }) => ({
      exports: (await listExports(db, user.id)).map(toExport),
    })),
    route(dataExportContract.start, [fresh, limit('6/h', 'export')], async ({ user, address }) => {
      const row = await db.transaction().execute(async (transaction) => {
        const inserted = await insertExport(transaction, user.id)
        if (inserted === undefined) throw exportUnderWay()
        const target = `user ${user.id}`
        await appendAudit(transaction, { actorId: user.id, action: 'data.export-requested', target, address })
        return inserted
      })
      worker.kick()
      return toExport(row)
    }),
  ]
}

/** GET /api/account/exports/:id/download: the ZIP itself. */
export function exportDownload(
  app: FastifyInstance,
  { db, authenticate }: { db: Db; authenticate: Authenticate },
): void {
  app.get('/api/account/exports/:id/download', async (request, reply) => {
    const viewer = await authenticate(request)
    if (viewer === null) throw signInRequired()
    const { id } = request.params as { id: string }
    const found = isUuid(id) ? await findReadyExport(db, viewer.id, id) : undefined
    if (found === undefined) throw notFound('export')
    const day = found.ready_at?.toISOString().slice(0, 10)
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-length': String(found.bytes),
        'content-disposition': `attachment; filename="fettle-data-${day}.zip"`,
        'cache-control': 'no-store',
      })
      .send(Readable.from(readChunks(db, id)))
  })
}

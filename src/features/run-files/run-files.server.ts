import type { FastifyInstance } from 'fastify'
import { isUuid } from '#src/lib/ids.ts'
import { subscriberOf } from '#src/lib/ip-ranges.ts'
import type { Db } from '#src/server/database.ts'
import { notFound, signInRequired } from '#src/server/http/app-error.ts'
import type { Authenticate } from '#src/server/http/request-context.ts'
import { findFile } from './run-files.queries.ts'

interface DownloadDeps {
  readonly db: Db
  readonly authenticate: Authenticate
  readonly assertOwnRun: (
    asking: { readonly userId: string; readonly address: string },
    executionId: string,
  ) => Promise<void>
}

/** RFC 8187: a name in any script, beside one for programs that read only ASCII. */
const dispositionOf = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`

/**
 * GET /api/executions/:id/files/:fileId: what a stranger has sent, for the one it was sent to. It is saved and never
 * shown: no browser may take it for anything of ours, whatever is in it.
 */
export function runFileDownload(app: FastifyInstance, { db, authenticate, assertOwnRun }: DownloadDeps): void {
  app.get('/api/executions/:id/files/:fileId', async (request, reply) => {
    const viewer = await authenticate(request)
    if (viewer === null) throw signInRequired()
    const { id: executionId, fileId: id } = request.params as { id: string; fileId: string }
    if (!isUuid(executionId)) throw notFound('file')
    const file = isUuid(id) ? await findFile(db, viewer.id, { id, executionId }) : undefined
    if (file === undefined) {
      await assertOwnRun({ userId: viewer.id, address: subscriberOf(request.ip) }, executionId)
      throw notFound('file')
    }
    return reply
      .headers({
        'content-type': 'application/octet-stream',
        'content-disposition': dispositionOf(file.name),
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      })
      .send(file.content)
  })
}

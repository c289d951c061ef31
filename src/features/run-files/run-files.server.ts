import type { FastifyInstance } from 'fastify'
import { isUuid } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import { notFound, signInRequired } from '#src/server/http/app-error.ts'
import type { Authenticate } from '#src/server/http/request-context.ts'
import { findFile } from './run-files.queries.ts'

/** RFC 8187: a name in any script, beside one for programs that read only ASCII. */
const dispositionOf = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`

/**
 * GET /api/executions/:id/files/:fileId: what a stranger has sent, for the one it was sent to. It is saved and never
 * shown: no browser may take it for anything of ours, whatever is in it.
 */
export function runFileDownload(
  app: FastifyInstance,
  { db, authenticate }: { db: Db; authenticate: Authenticate },
): void {
  app.get('/api/executions/:id/files/:fileId', async (request, reply) => {
    const viewer = await authenticate(request)
    if (viewer === null) throw signInRequired()
    const { id: executionId, fileId: id } = request.params as { id: string; fileId: string }
    const file = isUuid(executionId) && isUuid(id) ? await findFile(db, viewer.id, { id, executionId }) : undefined
    if (file === undefined) throw notFound('file')
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

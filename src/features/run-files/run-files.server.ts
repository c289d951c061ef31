import type { FastifyInstance, FastifyReply } from 'fastify'
import { isUuid } from '#src/lib/ids.ts'
import { subscriberOf } from '#src/lib/ip-ranges.ts'
import type { RunFile } from '#src/sdk/define-node.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, notFound, signInRequired } from '#src/server/http/app-error.ts'
import type { Authenticate } from '#src/server/http/request-context.ts'
import { findFile } from './run-files.queries.ts'

interface DownloadDeps {
  readonly db: Db
  readonly authenticate: Authenticate
  readonly assertOwnRun: (
    asking: { readonly userId: string; readonly address: string },
    executionId: string,
  ) => Promise<void>
  /** The host of what strangers made. Absent: files come from this one. */
  readonly elsewhere: { readonly contentUrl: string; readonly signer: Signer } | undefined
}

/** An address for one download is of no use to whoever finds it in a history. */
const ADDRESS_LIVES_MS = 60_000

/** RFC 8187: a name in any script, beside one for programs that read only ASCII. */
const dispositionOf = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`

/** To be saved, never shown: no browser may take it for anything of ours, whatever is in it. */
const sendFile = (reply: FastifyReply, { name, content }: RunFile) =>
  reply
    .headers({
      'content-type': 'application/octet-stream',
      'content-disposition': dispositionOf(name),
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .send(content)

/**
 * GET /api/executions/:id/files/:fileId: what a stranger has sent, for the one it was sent to. Where there is a host for
 * such things it is there that the file lies, under an address that lives for a minute.
 */
export function runFileDownload(app: FastifyInstance, deps: DownloadDeps): void {
  const { db, authenticate, assertOwnRun, elsewhere } = deps
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
    if (elsewhere === undefined) return sendFile(reply, file)
    const token = elsewhere.signer.sign(`${viewer.id} ${id} ${Date.now() + ADDRESS_LIVES_MS}`)
    return reply.header('cache-control', 'no-store').redirect(`${elsewhere.contentUrl}/run-files/${token}`, 303)
  })
  if (elsewhere === undefined) return
  app.get('/run-files/:token', { config: { isContent: true } }, async (request, reply) => {
    const { token } = request.params as { token: string }
    const [ownerId = '', id = '', until] = elsewhere.signer.verify(token)?.split(' ') ?? []
    const file = Number(until) > Date.now() ? await findFile(db, ownerId, { id }) : undefined
    assertFound(file, 'file')
    return sendFile(reply, file)
  })
}

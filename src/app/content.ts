import type { FastifyInstance } from 'fastify'
import { drawnPage } from '#src/features/drawn-page/drawn-page.server.ts'
import { assertOwnRun } from '#src/features/executions/own-execution.server.ts'
import { avatarImages } from '#src/features/profile/avatar-images.server.ts'
import { runFileDownload } from '#src/features/run-files/run-files.server.ts'
import { keepContentApart } from '#src/server/http/content-host.ts'
import type { Authenticate } from '#src/server/http/request-context.ts'
import type { ServerParts } from './server.ts'

/** What strangers made and others may open: pictures, files, drawn pages. */
export function registerContent(app: FastifyInstance, parts: ServerParts, authenticate: Authenticate): void {
  const { env, database, signerFor } = parts
  const { contentUrl, publicUrl } = env
  const { db } = database
  avatarImages(app, { db, isElsewhere: contentUrl !== undefined })
  const elsewhere = contentUrl === undefined ? undefined : { contentUrl, signer: signerFor('run file') }
  runFileDownload(app, { db, authenticate, assertOwnRun: assertOwnRun(db), elsewhere })
  if (contentUrl === undefined) return
  drawnPage(app, { publicUrl })
  keepContentApart(app, contentUrl)
}

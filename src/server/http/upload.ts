import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalidInput, invalidRequest } from './app-error.ts'

export const UPLOAD_TYPE = /^multipart\/form-data\b/i

/** Teaches this part of the application to read one file from a form; nothing is read before the handler asks. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMultipart, {
    limits: { files: 1, fields: 0, parts: 1, headerPairs: 20, fieldNameSize: 100 },
  })
}

const tooLarge = (megabytes: number) =>
  new AppError({ code: 'BODY_TOO_LARGE', status: 413, message: `The file must be at most ${megabytes} MB` })

/** The one file of a form; throws INVALID_INPUT at `file` when there is none, INVALID_REQUEST and BODY_TOO_LARGE. */
export async function readUpload(request: FastifyRequest, maxMegabytes: number): Promise<Buffer> {
  try {
    const part = await request.file({ limits: { fileSize: maxMegabytes * 1_000_000 } })
    const bytes = await part?.toBuffer()
    if (bytes === undefined || bytes.length === 0) throw invalidInput([{ field: 'file', message: 'Choose a file' }])
    return bytes
  } catch (error) {
    if (isCode(error, 'FST_REQ_FILE_TOO_LARGE')) throw tooLarge(maxMegabytes)
    // The parser's own failures have no code: a form that is cut off, or none at all.
    throw error instanceof Error && !('code' in error) ? invalidRequest('The form cannot be read') : error
  }
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

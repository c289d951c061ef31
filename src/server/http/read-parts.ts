import { buffer } from 'node:stream/consumers'
import { Busboy } from '@fastify/busboy'

/** A packed body of a few kilobytes could have thousands. */
const MOST_PARTS = 1000

interface FilePart {
  readonly name: string
  readonly type: string
  readonly bytes: Promise<Buffer>
}

/**
 * The fields and files of a body of the type multipart/form-data, in their order. Rejects when it is none, breaks off or
 * has more than a thousand. Not Response.formData(), which refuses boundaries below 27 characters: senders of mail have
 * such.
 */
export function readParts(bytes: Uint8Array, contentType: string): Promise<[string, string | FilePart][]> {
  return new Promise((resolve, reject) => {
    const parts: [string, string | FilePart][] = []
    const limits = { parts: MOST_PARTS, fieldNameSize: 1000, fieldSize: bytes.length, fileSize: bytes.length }
    const isPartAFile = (_field?: string, _type?: string, name?: string) => name !== undefined
    new Busboy({ headers: { 'content-type': contentType }, limits, isPartAFile })
      .on('field', (field, value) => parts.push([field, value]))
      .on('file', (field, stream, name, _encoding, type) => {
        const bytes = buffer(stream)
        // Of a body that breaks off, both the file and the whole say so.
        bytes.catch(reject)
        parts.push([field, { name, type, bytes }])
      })
      .on('partsLimit', reject)
      .on('finish', () => resolve(parts))
      .on('error', reject)
      .end(bytes)
  })
}

import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Db } from '#src/server/database.ts'
import { EXPORT_FILES } from './export-files.queries.ts'

const readme = (at: Date) =>
  [
    `Everything that Fettle stores about you, as of ${at.toISOString()}.`,
    'Times are UTC. CSV files are UTF-8, as RFC 4180 describes them.',
    '',
    ...EXPORT_FILES.map(({ path, about }) => `${path}: ${about}`),
    '',
    'Not in here: passwords, keys and codes. We keep only hashes of them, or keep them sealed.',
    '',
  ].join('\r\n')

/** The ZIP of one person, as it is made: no file of it is ever in memory as a whole. Throws what reading a file throws. */
export function makeZip(db: Db, userId: string): AsyncIterable<Buffer> {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  zip.addBuffer(Buffer.from(readme(new Date())), 'README.txt')
  for (const { path, write } of EXPORT_FILES)
    zip.addReadStreamLazy(path, {}, (done) => {
      const file = Readable.from(write(db, userId), { objectMode: false })
      // The library does not listen: without this a lost database would end the process.
      file.once('error', (error) => output.destroy(error))
      done(null, file)
    })
  zip.end()
  return output
}

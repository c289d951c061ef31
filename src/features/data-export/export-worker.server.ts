import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import {
  beat,
  type ClaimedExport,
  claimExport,
  deleteChunks,
  deleteOtherExports,
  finishExport,
  insertChunk,
  setExportStatus,
} from './data-export.queries.ts'
import { makeZip } from './make-zip.server.ts'

interface ExportWorkerOptions {
  readonly db: Db
  readonly log: Pick<Logger, 'error'>
  /** Tells the person; runs in the transaction that finishes the export. */
  readonly onReady: (transaction: Db, userId: string) => Promise<void>
  readonly everyMs?: number
}

export interface ExportWorker {
  /** There may be something to do. */
  kick(): void
  /** What is under way goes on after the next start, or in another process. */
  stop(): Promise<void>
}

const EVERY_MS = 10_000
const CHUNK_BYTES = 1_048_576
const MAX_ATTEMPTS = 3

/** Makes exports one after the other, in any number of processes. */
export function startExportWorker({ db, log, onReady, everyMs = EVERY_MS }: ExportWorkerOptions): ExportWorker {
  let stopped = false
  let working: Promise<void> | undefined

  const make = async ({ id, user_id }: ClaimedExport) => {
    await deleteChunks(db, id)
    let bytes = 0
    let seq = 0
    for await (const content of inChunks(makeZip(db, user_id), CHUNK_BYTES)) {
      if (stopped) return
      await insertChunk(db, id, seq, content)
      await beat(db, id)
      bytes += content.length
      seq += 1
    }
    await db.transaction().execute(async (transaction) => {
      await finishExport(transaction, id, bytes)
      await deleteOtherExports(transaction, user_id, id)
      await onReady(transaction, user_id)
    })
  }
  const work = async () => {
    for (let claimed = await claimExport(db); claimed !== undefined && !stopped; claimed = await claimExport(db)) {
      try {
        // One that ended the process each time would end it for ever.
        if (claimed.attempts > MAX_ATTEMPTS) await setExportStatus(db, claimed.id, 'failed')
        else await make(claimed)
      } catch (err) {
        log.error({ err, exportId: claimed.id }, 'making an export of data')
        await setExportStatus(db, claimed.id, claimed.attempts < MAX_ATTEMPTS ? 'queued' : 'failed')
        return
      }
    }
  }
  const kick = () => {
    if (stopped) return
    working ??= work()
      .catch((err: unknown) => log.error({ err }, 'looking for exports to make'))
      .finally(() => {
        working = undefined
      })
  }
  const timer = setInterval(kick, everyMs)
  kick()
  return {
    kick,
    async stop() {
      stopped = true
      clearInterval(timer)
      await working
    },
  }
}

/** The same bytes in pieces of one size. */
export async function* inChunks(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  for await (const part of source) {
    held.push(part)
    length += part.length
    if (length < size) continue
    const all = Buffer.concat(held)
    let at = 0
    for (; all.length - at >= size; at += size) yield all.subarray(at, at + size)
    held = [all.subarray(at)]
    length = all.length - at
  }
  if (length > 0) yield Buffer.concat(held)
}

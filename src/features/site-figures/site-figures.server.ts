import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { keptFor } from '#src/lib/kept-for.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import type { Db } from '#src/server/database.ts'
import { may } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import type { Logger } from '#src/server/log.ts'
import { tools } from '#src/tools/index.ts'
import { toHealth } from './health-words.ts'
import { listDays, listWrongBuiltIns, readOutbox, readQueueAge } from './site-figures.queries.ts'
import { siteFiguresContract } from './site-figures.schema.ts'

/** The days are counted over the runs of a month: nobody needs them anew with every look. */
const DAYS_KEPT_MS = 300_000
const HEALTH_KEPT_MS = 15_000
const LATE_MINUTES = 15

interface SiteFiguresDeps {
  readonly db: Db
  readonly sandbox: Sandbox
  readonly dataDir: string
  /** Runs that nobody works on and nobody will begin. */
  readonly countStranded: () => Promise<number>
  /** Writes down what is still only counted. */
  readonly flush: () => Promise<void>
  readonly log: Pick<Logger, 'error'>
}

/** Of the disk that a folder is on, or would be on: with a database of its own, an installation may never have written to it. */
async function readDisk(folder: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const disk = await statfs(folder).catch(() => undefined)
  if (disk !== undefined) return { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize }
  const parent = dirname(folder)
  if (parent === folder) throw new Error('No folder of this disk can be read')
  return readDisk(parent)
}

export function siteFigureRoutes({ db, sandbox, dataDir, countStranded, flush, log }: SiteFiguresDeps): Route[] {
  const days = keptFor(DAYS_KEPT_MS, async () => {
    await flush()
    return listDays(db)
  })
  const health = keptFor(HEALTH_KEPT_MS, async () => {
    const program = { source: 'function run() { return { ok: true } }', input: {}, account: 'health check' }
    // Of what is broken the page is there to tell.
    const orNull = <Value>(look: Promise<Value>): Promise<Value | null> =>
      look.catch((error: unknown) => {
        log.error({ err: error }, 'A check of the site failed')
        return null
      })
    const [strandedRuns, sandboxError, wrongTools, outbox, disk] = await Promise.all([
      orNull(countStranded()),
      orNull(sandbox.run(program).then((ran) => (ran.ok ? undefined : ran.error.message))),
      orNull(listWrongBuiltIns(db, Object.keys(tools))),
      orNull(readOutbox(db, LATE_MINUTES)),
      orNull(readDisk(dataDir)),
    ])
    return toHealth({ strandedRuns, sandboxError, wrongTools, outbox, disk })
  })
  return [
    route(siteFiguresContract.get, [may('figures.read')], async () => ({
      days: await days(),
      queue: await readQueueAge(db),
      health: await health(),
    })),
  ]
}

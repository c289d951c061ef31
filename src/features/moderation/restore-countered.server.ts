import { repeat } from '#src/engine/repeat.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { carryOut } from './carry-out.server.ts'
import { closeCase, listDueCounters, lockCase } from './cases.queries.ts'

interface RestoreDeps {
  readonly db: Db
  readonly queueMail: QueueMail
  readonly log: Logger
}

const EVERY_MS = 3_600_000
/** So long before the last day a tool comes back by itself. */
const AHEAD_MS = 24 * 3_600_000

const restore = ({ db, queueMail }: RestoreDeps, id: string) =>
  db.transaction().execute(async (transaction) => {
    const about = await lockCase(transaction, id)
    if (about === undefined || about.closed_at !== null) return
    const verdict = { decision: 'restore', ground: null, reason: '', decidedBy: null } as const
    await closeCase(transaction, id, verdict)
    await carryOut({ transaction, queueMail }, about, verdict)
    await appendAudit(transaction, {
      ...{ actorId: null, action: 'moderation.restore', target: `tool ${about.tool_id}`, address: '' },
      details: { case: id, kind: 'counter', reason: 'the last day of the law' },
    })
  })

/** Brings back what nobody has decided about in time: the law names a last day. */
export async function restoreCountered(deps: RestoreDeps, now: Date): Promise<void> {
  for (const id of await listDueCounters(deps.db, new Date(now.getTime() + AHEAD_MS)))
    await restore(deps, id).catch((error: unknown) =>
      deps.log.error({ err: error, case: id }, 'A tool could not be brought back after its counter-claim'),
    )
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startRestoring = (deps: RestoreDeps): (() => Promise<void>) =>
  repeat('Bringing tools back', EVERY_MS, () => restoreCountered(deps, new Date()), deps.log)

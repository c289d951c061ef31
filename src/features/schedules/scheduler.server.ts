import type { Engine } from '#src/engine/engine.ts'
import { repeat } from '#src/engine/repeat.ts'
import { decideTicks } from '#src/lib/cron/decide-ticks.ts'
import { localTime } from '#src/lib/cron/local-time.ts'
import type { Db } from '#src/server/database.ts'
import { asEngineTransaction } from '#src/server/engine-transaction.ts'
import type { Logger } from '#src/server/log.ts'
import { type DueRow, insertTicks, lockDueSchedule, setNext, setTickExecution } from './schedules.queries.ts'

interface SchedulerDeps {
  readonly db: Db
  readonly engine: Pick<Engine, 'enqueue'>
  readonly log: Logger
}

/** How often a process looks for what is due. */
const LOOK_MS = 250

/** What `trigger` is in the run. */
function payloadOf({ rule }: DueRow, dueAt: Date) {
  const timeZone = rule.kind === 'cron' ? rule.timeZone : 'UTC'
  return { scheduledAt: dueAt.toISOString(), localTime: localTime(dueAt, timeZone), timeZone }
}

/** Starts the runs of a schedule that is due; they, the ledger and its next time are committed together or not at all. */
async function startDue({ engine }: SchedulerDeps, transaction: Db, row: DueRow): Promise<void> {
  const { rule, missed, anchor_at: anchor, next_at: nextAt, now } = row
  const ticks = decideTicks({ rule, missed, anchor, nextAt }, now)
  await insertTicks(transaction, row, ticks.leaveOut)
  for (const dueAt of await insertTicks(transaction, row, ticks.start)) {
    const { executionId } = await engine.enqueue(asEngineTransaction(transaction), {
      workflowId: row.workflow_id,
      ownerId: row.owner_id,
      version: row.version,
      graph: row.graph,
      lane: row.lane,
      trigger: { kind: 'schedule', nodeId: row.node_id, payload: payloadOf(row, dueAt) },
    })
    await setTickExecution(transaction, row, dueAt, executionId)
  }
  await setNext(transaction, row, ticks.nextAt)
}

/** Starts all that is due, one schedule after the other; other processes may do the same at the same time. */
export async function startAllDue(deps: SchedulerDeps): Promise<void> {
  const failed: string[] = []
  const seen: { name: string | null } = { name: '' }
  while (seen.name !== null) {
    seen.name = null
    try {
      await deps.db.transaction().execute(async (transaction) => {
        const row = await lockDueSchedule(transaction, failed)
        seen.name = row?.name ?? null
        if (row !== undefined) await startDue(deps, transaction, row)
      })
    } catch (error) {
      if (seen.name === null) throw error
      // One that cannot be started must not keep those after it from their time.
      failed.push(seen.name)
      deps.log.error({ err: error, schedule: seen.name }, 'A schedule could not be started')
    }
  }
}

/** Looks for what is due until it is stopped. */
export const startScheduler = (deps: SchedulerDeps): (() => Promise<void>) =>
  repeat('Looking for what is scheduled', LOOK_MS, () => startAllDue(deps), deps.log)

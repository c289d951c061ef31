import type { Pool } from 'pg'
import type { Schedule } from './dbos.ts'
import { NEVER } from './dbos.ts'
import { durableId } from './durable-id.ts'
import type { EngineHost, EngineLog } from './engine.ts'
import { inTransaction } from './in-transaction.ts'
import { persistently } from './persistently.ts'
import { giveRoom, putBack, runsWithoutRoom, waitForRoom } from './room.queries.ts'

export interface RoomOptions {
  readonly pool: Pool
  readonly executorId: string
  readonly log: EngineLog
  readonly schedule: Schedule
  readonly host: Pick<EngineHost, 'sizes'>
}

/**
 * Sees that a run which comes to work here finds room before anything of it is read. One that finds none goes back to
 * the durable queue, where it holds no place and no memory, and is not due until a process has room for it.
 */
export function createRoom({ pool, executorId, log, schedule, host }: RoomOptions) {
  const { sizes } = host

  /** False when the run was put back. */
  async function enter(id: string, durable: string): Promise<boolean> {
    const bytes = await persistently(async () => (await sizes?.enter(id)) ?? null, log)
    if (bytes === null) return true
    const work = () =>
      inTransaction(pool, async (client) => {
        const back = await putBack(client, id, durable, executorId)
        if (back === null) return false
        await waitForRoom(client, id, bytes)
        const next = { executionId: id, ownerId: back.ownerId, durableId: durableId(id, back.segment), dueAt: NEVER }
        await schedule(client, next)
        return true
      })
    // One that somebody wants to end needs no room for that.
    return !(await persistently(work, log))
  }

  let hasWaiting = false
  let underWay: Promise<void> | undefined
  async function look(): Promise<void> {
    const waiting = await runsWithoutRoom(pool)
    hasWaiting = waiting.length > 0
    await sizes?.admit(waiting, (ids) => giveRoom(pool, ids))
  }

  /** Makes those due for which there is room here. */
  function admit(): Promise<void> {
    underWay ??= look().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  /** A run has left its room. What is missed here, such as the room of a run of another process, the next look finds. */
  async function left(): Promise<void> {
    if (hasWaiting) await admit().catch((error: unknown) => log.warn({ err: error }, 'Room is given a moment later'))
  }

  return { enter, admit, left }
}

export type Room = ReturnType<typeof createRoom>

import { tickAfter } from '#src/lib/cron/schedule-rule.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { scheduleSettings } from '#src/nodes/index.ts'
import type { Db } from '#src/server/database.ts'
import { databaseTime, deleteOtherSchedules, upsertSchedule } from './schedules.queries.ts'

interface Published {
  readonly workflowId: string
  readonly version: number
  readonly graph: Graph
}

/** Makes the schedules of a workflow those of this version; to be called in the transaction that publishes it. */
export async function publishSchedules(transaction: Db, { workflowId, version, graph }: Published): Promise<void> {
  const now = await databaseTime(transaction)
  const kept: string[] = []
  for (const { id: nodeId, type, disabled, config } of graph.nodes) {
    const settings = type === 'schedule' && !disabled ? scheduleSettings(config) : null
    if (settings === null) continue
    kept.push(nodeId)
    const nextAt = tickAfter(settings.rule, now, now)
    await upsertSchedule(transaction, { workflowId, nodeId, version, ...settings, anchor: now, nextAt })
  }
  await deleteOtherSchedules(transaction, workflowId, kept)
}

export const removeSchedules = (transaction: Db, workflowId: string) =>
  deleteOtherSchedules(transaction, workflowId, [])

import { sql } from 'kysely'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { RunStatus } from '#src/lib/run-status.ts'
import type { Db } from '#src/server/database.ts'

interface PausedRunRow {
  readonly status: RunStatus
  readonly graph: Graph
}

/** A run and the graph that it walks; undefined too while its owner's account is suspended or about to be deleted. */
export async function findPausedRun(db: Db, executionId: string): Promise<PausedRunRow | undefined> {
  const { rows } = await sql<PausedRunRow>`
    select execution.status, coalesce(execution.graph, ran.graph) as graph
      from execution join "user" on "user".id = execution.owner_id
      left join workflow_version ran on ran.workflow_id = execution.workflow_id and ran.version = execution.version
     where execution.id = ${executionId} and suspended_at is null and deletion_due_at is null`.execute(db)
  return rows[0]
}

import { sql } from 'kysely'
import type { Lane } from '#src/engine/engine.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Db } from '#src/server/database.ts'

export interface FormRow {
  readonly owner_id: string
  readonly version: number
  readonly hook_secret: string
  readonly graph: Graph
  readonly lane: Lane
}

/** Read for every request, so that publish and unpublish take effect at once. */
export async function findPublished(db: Db, workflowId: string): Promise<FormRow | undefined> {
  const { rows } = await sql<FormRow>`
    select w.owner_id, v.version, w.hook_secret, v.graph, v.lane
      from workflow w join "user" u on u.id = w.owner_id
      join workflow_version v on v.workflow_id = w.id and v.version = w.published_version
     where w.id = ${workflowId} and w.status = 'published' and u.suspended_at is null and u.deletion_due_at is null`.execute(
    db,
  )
  return rows[0]
}

export type TestFormRow = Pick<FormRow, 'owner_id' | 'hook_secret'> & { readonly draft: Graph }

/** The draft of a workflow whose editor listens. */
export async function findTestForm(db: Db, workflowId: string): Promise<TestFormRow | undefined> {
  const { rows } = await sql<TestFormRow>`
    select w.owner_id, w.hook_secret, w.draft from workflow w join "user" u on u.id = w.owner_id
     where w.id = ${workflowId} and w.hook_listens_until > now() and w.status <> 'deleted'
       and u.suspended_at is null and u.deletion_due_at is null`.execute(db)
  return rows[0]
}

import { sql } from 'kysely'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import { saveDraft } from '../workflows.queries.ts'
import type { KeptDraft } from './kept-drafts.schema.ts'
import { MAX_KEPT_DRAFTS } from './kept-drafts-limit.ts'

interface KeptDraftRow {
  readonly id: string
  readonly revision: number
  readonly reason: KeptDraft['reason']
  readonly created_at: Date
}

interface Replacement {
  readonly graph: Graph
  /** Of the draft that is replaced. */
  readonly revision: number
  readonly reason: KeptDraft['reason']
}

/** The new revision, or undefined when somebody has saved since; what is replaced is kept. Call it in a transaction. */
export async function replaceDraftIn(transaction: Db, workflowId: string, { graph, revision, reason }: Replacement) {
  await sql`
    insert into workflow_kept_draft (id, workflow_id, graph, revision, reason)
    select ${uuidv7()}, id, draft, draft_revision, ${reason} from workflow
     where id = ${workflowId} and draft_revision = ${revision} for update`.execute(transaction)
  const saved = await saveDraft(transaction, workflowId, graph, revision)
  await sql`
    delete from workflow_kept_draft where workflow_id = ${workflowId} and id not in (
      select id from workflow_kept_draft where workflow_id = ${workflowId}
       order by created_at desc, id desc limit ${MAX_KEPT_DRAFTS})`.execute(transaction)
  return saved
}

export const replaceDraft = (db: Db, workflowId: string, replacement: Replacement) =>
  db.transaction().execute((transaction) => replaceDraftIn(transaction, workflowId, replacement))

export async function listKeptDrafts(db: Db, workflowId: string): Promise<KeptDraftRow[]> {
  const { rows } = await sql<KeptDraftRow>`
    select id, revision, reason, created_at from workflow_kept_draft where workflow_id = ${workflowId}
     order by created_at desc, id desc`.execute(db)
  return rows
}

export async function findKeptDraft(db: Db, workflowId: string, id: string) {
  const { rows } = await sql<KeptDraftRow & { graph: Graph }>`
    select id, revision, reason, created_at, graph from workflow_kept_draft
     where workflow_id = ${workflowId} and id = ${id}`.execute(db)
  return rows[0]
}

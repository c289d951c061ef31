import { sql } from 'kysely'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { RunStatus } from '#src/lib/run-status.ts'
import type { Db } from '#src/server/database.ts'

/** What is shown of a workflow everywhere. */
export interface WorkflowCardRow {
  readonly id: string
  readonly name: string
  readonly status: 'draft' | 'published' | 'paused'
  readonly published_version: number | null
  readonly updated_at: Date
  readonly last_id: string | null
  readonly last_status: RunStatus | null
  readonly last_at: Date | null
}

export interface WorkflowRow extends WorkflowCardRow {
  readonly draft: Graph
  readonly draft_revision: number
  /** Whether the draft is what was published last. */
  readonly up_to_date: boolean
  readonly hook_secret: string
  readonly has_signing_secret: boolean
  readonly listens_until: Date | null
  readonly created_at: Date
}

export const cardColumns = sql`
  workflow.id, workflow.name, workflow.status, workflow.published_version, workflow.updated_at,
  last.id as last_id, last.status as last_status, last.created_at as last_at`

export const withLastExecution = sql`
  workflow left join lateral (
    select id, status, created_at from execution where execution.workflow_id = workflow.id
     order by created_at desc, id desc limit 1
  ) last on true`

/** Of an account, and not deleted: what was is there for nobody but who brings it back. */
const isOwn = (ownerId: string) => sql`workflow.owner_id = ${ownerId} and workflow.status <> 'deleted'`

/** Undefined for what belongs to somebody else. */
export async function findWorkflow(db: Db, ownerId: string, id: string): Promise<WorkflowRow | undefined> {
  // Both texts were written by the same JSON.stringify, so equal graphs are equal texts.
  const { rows } = await sql<WorkflowRow>`
    select ${cardColumns}, workflow.draft, workflow.draft_revision, workflow.hook_secret, workflow.created_at,
           workflow.hook_signing_secret is not null as has_signing_secret,
           case when workflow.hook_listens_until > now() then workflow.hook_listens_until end as listens_until,
           coalesce(published.graph::text = workflow.draft::text, false) as up_to_date
      from ${withLastExecution}
      left join workflow_version published
        on published.workflow_id = workflow.id and published.version = workflow.published_version
     where workflow.id = ${id} and ${isOwn(ownerId)}`.execute(db)
  return rows[0]
}

/** The id again, when the workflow belongs to this person. */
export async function findOwned(db: Db, ownerId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from workflow where id = ${id} and ${isOwn(ownerId)}`.execute(db)
  return rows[0]?.id
}

interface DraftRow {
  readonly graph: Graph
  readonly revision: number
}

/** Undefined for what belongs to somebody else. */
export async function findDraftRow(db: Db, ownerId: string, id: string): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    select draft as graph, draft_revision as revision from workflow where id = ${id} and ${isOwn(ownerId)}`.execute(db)
  return rows[0]
}

export const findDraft = async (db: Db, ownerId: string, id: string): Promise<Graph | undefined> =>
  (await findDraftRow(db, ownerId, id))?.graph

export interface NewWorkflow {
  readonly id: string
  readonly ownerId: string
  readonly name: string
  readonly graph: Graph
  readonly hookSecret: string
}

/** How many workflows an account has, which nobody adds to until the transaction ends. */
export async function countLocked(transaction: Db, ownerId: string): Promise<number> {
  await sql`select from "user" where id = ${ownerId} for no key update`.execute(transaction)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from workflow where owner_id = ${ownerId}`.execute(transaction)
  return rows[0]?.count ?? 0
}

export const insertWorkflow = (db: Db, workflow: NewWorkflow) =>
  sql`insert into workflow (id, owner_id, name, draft, hook_secret)
      values (${workflow.id}, ${workflow.ownerId}, ${workflow.name}, ${JSON.stringify(workflow.graph)}::json,
              ${workflow.hookSecret})`.execute(db)

export const renameWorkflow = (db: Db, id: string, name: string) =>
  sql`update workflow set name = ${name}, updated_at = now() where id = ${id}`.execute(db)

/** The new revision, or undefined when somebody has saved since `revision`. */
export async function saveDraft(db: Db, id: string, graph: Graph, revision: number): Promise<number | undefined> {
  const { rows } = await sql<{ draft_revision: number }>`
    update workflow set draft = ${JSON.stringify(graph)}::json, draft_revision = draft_revision + 1, updated_at = now()
     where id = ${id} and draft_revision = ${revision} returning draft_revision`.execute(db)
  return rows[0]?.draft_revision
}

export interface NewVersion {
  readonly workflowId: string
  readonly graph: Graph
  readonly lane: 'inline' | 'direct'
  readonly note: string
  readonly userId: string
}

/** Adds the version and makes it the one that runs. Call it in a transaction: its row lock keeps two publishers in order. */
export async function publishVersion(db: Db, version: NewVersion): Promise<number> {
  await sql`select 1 from workflow where id = ${version.workflowId} for update`.execute(db)
  const { rows } = await sql<{ version: number }>`
    insert into workflow_version (workflow_id, version, graph, lane, note, created_by)
    select ${version.workflowId}::uuid, coalesce(max(version), 0) + 1, ${JSON.stringify(version.graph)}::json,
           ${version.lane}, ${version.note}, ${version.userId}::uuid
      from workflow_version where workflow_id = ${version.workflowId} returning version`.execute(db)
  const number = rows[0]?.version
  if (number === undefined) throw new Error('the version was not inserted')
  await sql`update workflow set status = 'published', published_version = ${number}, updated_at = now()
             where id = ${version.workflowId}`.execute(db)
  return number
}

export const unpublish = (db: Db, id: string) =>
  sql`update workflow set status = 'draft', published_version = null, updated_at = now() where id = ${id}`.execute(db)

interface Startable {
  /** Null while nothing starts it. */
  readonly graph: Graph | null
  readonly is_paused: boolean
}

/** What runs of a workflow that others name for their failures; undefined for what belongs to somebody else. */
export async function findPublished(db: Db, ownerId: string, id: string): Promise<Startable | undefined> {
  const { rows } = await sql<Startable>`
    select v.graph, w.status = 'paused' as is_paused from workflow w left join workflow_version v
        on v.workflow_id = w.id and v.version = w.published_version and w.status = 'published'
     where w.id = ${id} and w.owner_id = ${ownerId} and w.status <> 'deleted'`.execute(db)
  return rows[0]
}

interface ErrorWorkflowRow {
  readonly id: string
  readonly name: string
  readonly is_published: boolean
}

/** Those whose draft begins with a failure, by name. */
export async function listErrorWorkflows(db: Db, ownerId: string): Promise<ErrorWorkflowRow[]> {
  const { rows } = await sql<ErrorWorkflowRow>`
    select id, name, status = 'published' as is_published from workflow
     where ${isOwn(ownerId)}
       and exists (select from json_array_elements(draft -> 'nodes') as node where node ->> 'type' = 'error')
     order by name, id limit 200`.execute(db)
  return rows
}

interface VersionRow {
  readonly version: number
  readonly note: string
  readonly lane: 'inline' | 'direct'
  readonly created_at: Date
}

interface VersionsWanted {
  readonly before: number | undefined
  readonly limit: number
}

export async function listVersions(db: Db, workflowId: string, wanted: VersionsWanted): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select version, note, lane, created_at from workflow_version
     where workflow_id = ${workflowId} and version < ${wanted.before ?? 2_147_483_647}
     order by version desc limit ${wanted.limit}`.execute(db)
  return rows
}

export async function findVersion(db: Db, workflowId: string, version: number) {
  const { rows } = await sql<VersionRow & { graph: Graph }>`
    select version, note, lane, created_at, graph from workflow_version
     where workflow_id = ${workflowId} and version = ${version}`.execute(db)
  return rows[0]
}

/** Webhook path of the oldest published workflow of an account: the one that it was given. */
export async function findStarterHook(db: Db, ownerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ path: string }>`
    select '/hooks/' || id || '/' || hook_secret as path from workflow
     where owner_id = ${ownerId} and status = 'published' order by created_at, id limit 1`.execute(db)
  return rows[0]?.path
}

/** A workflow of the account as it is published; null for a draft, for one that is paused, and for somebody else's. */
export async function findCallable(
  db: Db,
  ownerId: string,
  workflowId: string,
): Promise<{ readonly version: number; readonly graph: Graph } | null> {
  const { rows } = await sql<{ version: number; graph: Graph }>`
    select ran.version, ran.graph from workflow
      join workflow_version ran on ran.workflow_id = workflow.id and ran.version = workflow.published_version
     where workflow.id = ${workflowId} and workflow.owner_id = ${ownerId} and workflow.status = 'published'`.execute(db)
  return rows[0] ?? null
}

/** Ids of the workflows that can be called. */
export async function listCallable(db: Db, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from workflow where owner_id = ${ownerId} and status = 'published'`.execute(db)
  return rows.map(({ id }) => id)
}

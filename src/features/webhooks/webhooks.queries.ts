import type { Pool } from 'pg'
import type { Lane } from '#src/engine/engine.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'

export interface HookRow {
  readonly owner_id: string
  readonly status: 'published' | 'paused'
  readonly published_version: number
  readonly hook_secret: string
  /** Sealed. */
  readonly hook_signing_secret: Buffer | null
}

/** Read for every request, so that publish and unpublish take effect at once in every process. */
export async function findHook(pool: Pool, workflowId: string): Promise<HookRow | undefined> {
  const { rows } = await pool.query<HookRow>({
    name: 'find-hook',
    text: `select owner_id, status, published_version, hook_secret, hook_signing_secret from workflow join "user" on "user".id = owner_id
            where workflow.id = $1 and status in ('published', 'paused') and suspended_at is null and deletion_due_at is null`,
    values: [workflowId],
  })
  return rows[0]
}

export interface HookVersion {
  readonly graph: Graph
  readonly lane: Lane
}

/** A version never changes, so callers may keep it. */
export async function findHookVersion(
  pool: Pool,
  workflowId: string,
  version: number,
): Promise<HookVersion | undefined> {
  const { rows } = await pool.query<HookVersion>({
    name: 'find-hook-version',
    text: 'select graph, lane from workflow_version where workflow_id = $1 and version = $2',
    values: [workflowId, version],
  })
  return rows[0]
}

export interface TestHookRow extends Omit<HookRow, 'published_version' | 'status'> {
  readonly draft: Graph
}

/** The draft of a workflow whose editor listens. */
export async function findTestHook(pool: Pool, workflowId: string): Promise<TestHookRow | undefined> {
  const { rows } = await pool.query<TestHookRow>({
    name: 'find-test-hook',
    text: `select owner_id, hook_secret, hook_signing_secret, draft from workflow join "user" on "user".id = owner_id
            where workflow.id = $1 and hook_listens_until > now() and status <> 'deleted' and suspended_at is null and deletion_due_at is null`,
    values: [workflowId],
  })
  return rows[0]
}

import type { Pool } from 'pg'

export interface ToolRunEvent {
  /** Stable for a workflow step, so that a repeated step is one row. */
  readonly id: string
  readonly toolId: string
  readonly version: number
  readonly userId: string | null
  readonly source: 'api' | 'browser' | 'workflow'
  readonly success: boolean
  readonly errorCode: string | null
  readonly durationMs: number
}

export interface RunRecorder {
  /** Resolves when the event and the tool's counter are committed. */
  record(event: ToolRunEvent): Promise<void>
  /** Resolves when everything recorded so far is committed. */
  settled(): Promise<void>
}

// Rows are locked in the order of their ids, so that two processes that count the same tools never wait for each other
// in a circle.
const INSERT = `
  with event as (
    select * from json_to_recordset($1::json) as event (
      id uuid, "toolId" uuid, version integer, "userId" uuid, source text, success boolean, "errorCode" text,
      "durationMs" real)
  ),
  noted as (
    insert into tool_run (id, tool_id, version, user_id, source, success, error_code, duration_ms)
    select id, "toolId", version, "userId", source, success, "errorCode", "durationMs" from event
    on conflict (id) do nothing returning tool_id
  ),
  counted as (select tool_id, count(*) as runs from noted group by tool_id),
  locked as (
    select id from tool where id in (select tool_id from counted) order by id for no key update
  )
  update tool set run_count = run_count + counted.runs from counted join locked on locked.id = counted.tool_id
   where tool.id = counted.tool_id`

const MAX_BATCH = 200

interface Waiting {
  readonly event: ToolRunEvent
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/** Collects events while one statement is under way and writes them in the next: many runs, one commit. */
export function createRunRecorder(pool: Pool): RunRecorder {
  let queue: Waiting[] = []
  let flushing: Promise<void> | undefined

  const write = (batch: readonly Waiting[]) =>
    pool.query({ name: 'record-tool-runs', text: INSERT, values: [JSON.stringify(batch.map(({ event }) => event))] })

  const flushBatch = async (batch: readonly Waiting[]) => {
    try {
      await write(batch)
      for (const { done } of batch) done()
    } catch (error) {
      if (batch.length === 1) for (const { failed } of batch) failed(error)
      // One bad event (its tool was deleted, say) must not take the others with it.
      else for (const one of batch) await flushBatch([one])
    }
  }
  const flush = async () => {
    while (queue.length > 0) {
      const batch = queue.slice(0, MAX_BATCH)
      queue = queue.slice(MAX_BATCH)
      await flushBatch(batch)
    }
    flushing = undefined
  }

  return {
    record: (event) =>
      new Promise((done, failed) => {
        queue.push({ event, done, failed })
        // The next turn of the event loop: what arrives in this one shares the statement.
        flushing ??= new Promise((resolve) => setImmediate(() => resolve(flush())))
      }),
    settled: () => flushing ?? Promise.resolve(),
  }
}

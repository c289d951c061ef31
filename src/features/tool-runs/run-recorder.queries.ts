import type { Pool } from 'pg'
import { createBatcher } from '#src/lib/batcher.ts'

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

/** Collects events while one statement is under way and writes them in the next: many runs, one commit. */
export function createRunRecorder(pool: Pool): RunRecorder {
  const write = createBatcher<ToolRunEvent>(
    async (events) => {
      await pool.query({ name: 'record-tool-runs', text: INSERT, values: [JSON.stringify(events)] })
    },
    // Two statements at a time would only wait for each other's counters.
    { inFlight: 1 },
  )
  const pending = new Set<Promise<void>>()
  return {
    record(event) {
      const written = write(event)
      const done = written.catch(() => {}).then(() => void pending.delete(done))
      pending.add(done)
      return written
    },
    async settled() {
      await Promise.all(pending)
    },
  }
}

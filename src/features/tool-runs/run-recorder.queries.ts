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
  /** False when its success and duration say nothing to the tool's creator; absent: true. */
  readonly inFigures?: boolean
}

/** The use of one person counts for so many tools a day, so that nobody lifts the whole catalogue. */
const MOST_TOOLS_A_DAY = 50

export interface RunRecorder {
  /** Resolves when the event and the tool's counter are committed. */
  record(event: ToolRunEvent): Promise<void>
  /** Resolves when everything recorded so far is committed. */
  settled(): Promise<void>
}

// Rows are locked in the order of their ids, so that two processes that count the same tools never wait for each other
// in a circle: first those of people, then those of tools.
const INSERT = `
  with event as (
    select * from json_to_recordset($1::json) as event (
      id uuid, "toolId" uuid, version integer, "userId" uuid, source text, success boolean, "errorCode" text,
      "durationMs" real, "inFigures" boolean)
  ),
  noted as (
    insert into tool_run (id, tool_id, version, user_id, source, success, error_code, duration_ms, in_figures, of_pro)
    select id, "toolId", version, "userId", source, success, "errorCode", "durationMs",
           coalesce("inFigures", true),
           coalesce((select access_tier = 'pro' from tool where tool.id = "toolId"), false)
      from event
    on conflict (id) do nothing returning tool_id, user_id
  ),
  counted as (select tool_id, count(*) as runs from noted group by tool_id),
  today as (select (now() at time zone 'utc')::date as day),
  newcomer as (
    insert into tool_person (tool_id, user_id, day)
    select distinct noted.tool_id, noted.user_id, day
      from today, noted join tool on tool.id = noted.tool_id join "user" on "user".id = noted.user_id
     where "user".email_verified_at is not null and tool.owner_id is distinct from noted.user_id
       and (select count(*) from tool_person held where held.user_id = noted.user_id and held.day = today.day)
           < ${MOST_TOOLS_A_DAY}
     order by noted.tool_id, noted.user_id
    on conflict do nothing returning tool_id
  ),
  arrived as (select tool_id, count(*) as people from newcomer group by tool_id),
  locked as (
    select id from tool where id in (select tool_id from counted) and (select count(*) from arrived) >= 0
     order by id for no key update
  )
  update tool set run_count = run_count + counted.runs,
         trending = case when people is null then trending else forward_decay(trending, people, now()) end
    from counted join locked on locked.id = counted.tool_id left join arrived on arrived.tool_id = counted.tool_id
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

import type { Pool } from 'pg'
import { createBatcher } from '#src/lib/batcher.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { InputShape } from './failure-sample.ts'

export interface FailureSample {
  readonly toolId: string
  readonly version: number
  readonly code: string
  readonly message: string
  readonly inputs: readonly InputShape[]
}

/** Of each tool the latest ones are kept, besides those that come together, and none for longer. */
export const SAMPLES_KEPT = 20
export const KEPT_DAYS = 30

const KEEP = `
  with kept as (
    insert into tool_failure (id, tool_id, version, code, message, inputs)
    select id, "toolId", version, code, left(message, 600), inputs
      from json_to_recordset($1::json) as sample (
        id uuid, "toolId" uuid, version integer, code text, message text, inputs json)
     where exists (select from tool where tool.id = "toolId")
    returning tool_id)
  delete from tool_failure
   where at < now() - interval '${KEPT_DAYS} days'
      or id in (select id from (select id, row_number() over (partition by tool_id order by at desc, id desc) as place
                                  from tool_failure where tool_id in (select tool_id from kept)) of_tool
                 where place > ${SAMPLES_KEPT})`

/** Keeps how tools failed; resolves when that is written. Many that come at once are one statement. */
export function createSampleKeeper(pool: Pool): (sample: FailureSample) => Promise<void> {
  return createBatcher<FailureSample>(
    async (samples) => {
      const rows = samples.map((sample) => ({ ...sample, id: uuidv7() }))
      await pool.query({ name: 'keep-failures', text: KEEP, values: [JSON.stringify(rows)] })
    },
    { inFlight: 1 },
  )
}

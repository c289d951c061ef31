import { sql } from 'kysely'
import type { Json } from '#src/sdk/json.ts'
import type { Db } from '#src/server/database.ts'
import { MAX_PINS, type Pin, type Pins } from './pins.schema.ts'

export async function listPins(db: Db, workflowId: string): Promise<Pins> {
  const { rows } = await sql<{ node_id: string; port: string; output: Json }>`
    select node_id, port, output from workflow_pin where workflow_id = ${workflowId} order by node_id`.execute(db)
  return Object.fromEntries(rows.map(({ node_id, port, output }) => [node_id, { port, output }]))
}

/** Until the end of the transaction nobody else pins: what is read after this is what is changed. */
export const lockPins = (db: Db, workflowId: string) =>
  sql`select from workflow where id = ${workflowId} for no key update`.execute(db)

/** False when the workflow has as many as it may have. Call it in a transaction. */
export async function setPin(db: Db, workflowId: string, nodeId: string, { output, port }: Pin): Promise<boolean> {
  // In a statement of its own: who pins at the same time is counted by the next one.
  await lockPins(db, workflowId)
  const { numAffectedRows } = await sql`
    insert into workflow_pin (workflow_id, node_id, port, output)
    select ${workflowId}::uuid, ${nodeId}::text, ${port}::text, ${JSON.stringify(output)}::json
     where (select count(*) from workflow_pin where workflow_id = ${workflowId} and node_id <> ${nodeId}) < ${MAX_PINS}
    on conflict (workflow_id, node_id)
      do update set port = excluded.port, output = excluded.output, updated_at = now()`.execute(db)
  return numAffectedRows === 1n
}

export const removePin = (db: Db, workflowId: string, nodeId: string) =>
  sql`delete from workflow_pin where workflow_id = ${workflowId} and node_id = ${nodeId}`.execute(db)

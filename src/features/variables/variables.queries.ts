import { sql } from 'kysely'
import type { EngineTransaction } from '#src/engine/engine.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import type { Db } from '#src/server/database.ts'
import type { VariableKind } from './variables.schema.ts'

interface VariableRow {
  readonly name: string
  readonly kind: VariableKind
  readonly value: Json
  readonly created_at: Date
  readonly updated_at: Date
}

const SHOWN = sql.raw('name, kind, value, created_at, updated_at')

export async function listVariables(db: Db, ownerId: string): Promise<VariableRow[]> {
  const { rows } = await sql<VariableRow>`
    select ${SHOWN} from variable where owner_id = ${ownerId} order by name`.execute(db)
  return rows
}

/** What a run may read, by name. */
export async function readValues(transaction: EngineTransaction, ownerId: string): Promise<JsonObject> {
  const { rows } = await transaction.query('select name, value from variable where owner_id = $1 order by name', [
    ownerId,
  ])
  return Object.fromEntries((rows as Pick<VariableRow, 'name' | 'value'>[]).map(({ name, value }) => [name, value]))
}

export async function findVariable(db: Db, ownerId: string, name: string): Promise<VariableRow | undefined> {
  const { rows } = await sql<VariableRow>`
    select ${SHOWN} from variable where owner_id = ${ownerId} and name = ${name}`.execute(db)
  return rows[0]
}

/** Names of one person's variables, which nobody else changes until the transaction ends. */
export async function lockVariables(transaction: Db, ownerId: string): Promise<Set<string>> {
  await transaction.selectFrom('user').select('id').where('id', '=', ownerId).forUpdate().execute()
  const rows = await transaction.selectFrom('variable').select('name').where('owner_id', '=', ownerId).execute()
  return new Set(rows.map(({ name }) => name))
}

interface NewVariable {
  readonly ownerId: string
  readonly name: string
  readonly kind: VariableKind
  readonly value: Json
}

export async function storeVariable(db: Db, { ownerId, name, kind, value }: NewVariable): Promise<VariableRow> {
  const { rows } = await sql<VariableRow>`
    insert into variable (owner_id, name, kind, value)
    values (${ownerId}, ${name}, ${kind}, ${JSON.stringify(value)}::json)
    on conflict (owner_id, name) do update set kind = excluded.kind, value = excluded.value, updated_at = now()
    returning ${SHOWN}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the variable was not stored')
  return row
}

/** Undefined when there is none of this name. */
export const deleteVariable = (db: Db, ownerId: string, name: string) =>
  db
    .deleteFrom('variable')
    .where('owner_id', '=', ownerId)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst()

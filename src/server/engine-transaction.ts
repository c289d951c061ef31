import { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** Runs a statement with numbered parameters in a transaction of Kysely, as a client of pg would. */
export const asEngineTransaction = (transaction: Db) => ({
  async query(text: string, values: readonly unknown[] = []) {
    const result = await transaction.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))
    return { rows: result.rows, rowCount: result.rows.length || Number(result.numAffectedRows ?? 0) }
  },
})

import { join } from 'node:path'
import { Client } from 'pg'
import { readPidFile } from '#src/server/postgres/leftovers.ts'

/** Asks the embedded database of a running app directly, past the app. */
export async function queryDatabase(
  dataDir: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ host: readPostmaster(dataDir).socketFolder, user: 'fettle', database: 'fettle' })
  await client.connect()
  try {
    const { rows } = await client.query(sql, [...values])
    return rows
  } finally {
    await client.end()
  }
}

/** What the PostgreSQL of a running app says about itself. */
export function readPostmaster(dataDir: string): { pid: number; socketFolder: string } {
  const state = readPidFile(join(dataDir, 'postgres'))
  if (state === undefined) throw new Error(`No PostgreSQL runs in ${dataDir}`)
  return state
}

/** Takes a table away while something happens: whatever reads it fails as a broken server does. */
export async function withoutTable<Done>(dataDir: string, table: string, act: () => Promise<Done>): Promise<Done> {
  await queryDatabase(dataDir, `alter table ${table} rename to ${table}_away`)
  try {
    return await act()
  } finally {
    await queryDatabase(dataDir, `alter table ${table}_away rename to ${table}`)
  }
}

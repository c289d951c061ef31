import type { Pool } from 'pg'

/** Every row of every table, as text: what somebody who steals the database would read. */
export async function dumpOf(pool: Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`select row::text as text from ${name} as row`)
    texts.push(...rows.map(({ text }) => text))
  }
  return texts.join('\n')
}

import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

export async function countListed(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tool where status = 'published'`.execute(db)
  return rows[0]?.count ?? 0
}

export interface ListedTool {
  readonly slug: string
  readonly updated_at: Date
}

interface Part {
  readonly offset: number
  readonly limit: number
}

/** Published tools in an order that stays, so that a tool stays in its part. */
export async function listListed(db: Db, { offset, limit }: Part): Promise<ListedTool[]> {
  const { rows } = await sql<ListedTool>`
    select slug, updated_at from tool where status = 'published' order by id offset ${offset} limit ${limit}`.execute(
    db,
  )
  return rows
}

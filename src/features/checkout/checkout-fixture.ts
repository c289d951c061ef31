import type { Person, TestApp } from '#src/app/test-app.ts'
import { uuidv7 } from '#src/lib/ids.ts'

/** A tool of somebody's that gives 2, in the catalogue. */
export async function aTool(
  { database }: TestApp,
  { id: owner }: Person,
  { cents = 0, tier = 'free' },
): Promise<string> {
  const id = uuidv7()
  await database.pool.query(
    `insert into tool (id, slug, title, description, category, owner_id, kind, price_cents, access_tier, published_at)
     values ($1, $2, 'Doubler', 'Doubles', 'calculator', $3, 'config', $4, $5, now())`,
    [id, `doubler-${id}`, owner, cents, tier],
  )
  await database.pool.query(
    `insert into tool_version (tool_id, version, input_schema, output_schema, code)
     values ($1, 1, '{}', '{"two": {"type": "number", "label": "Two"}}', '{"outputs": {"two": "2"}}')`,
    [id],
  )
  return id
}

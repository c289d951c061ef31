import type { Db } from '#src/server/database.ts'

export const findSubject = (db: Db, slug: string) =>
  db
    .selectFrom('tool')
    .select(['id', 'slug', 'title', 'description', 'category', 'kind'])
    .where('slug', '=', slug)
    .where('status', '=', 'published')
    .executeTakeFirst()

export async function findCard(db: Db, toolId: string, revision: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('social_card')
    .select('image')
    .where('tool_id', '=', toolId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row?.image
}

interface Card {
  readonly toolId: string
  readonly revision: string
  readonly image: Buffer
}

export const saveCard = (db: Db, { toolId, revision, image }: Card) =>
  db
    .insertInto('social_card')
    .values({ tool_id: toolId, revision, image })
    .onConflict((conflict) => conflict.column('tool_id').doUpdateSet({ revision, image, made_at: new Date() }))
    .execute()

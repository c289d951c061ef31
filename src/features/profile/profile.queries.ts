import { randomUUID } from 'node:crypto'
import type { Db } from '#src/server/database.ts'

export const updateName = (db: Db, userId: string, name: string) =>
  db.updateTable('user').set({ name }).where('id', '=', userId).execute()

/** Replaces the picture of a person; answers the address part of the new one. */
export async function saveAvatar(db: Db, userId: string, image: Buffer): Promise<string> {
  const row = { id: randomUUID(), user_id: userId, image }
  await db
    .insertInto('avatar')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ id: row.id, image, created_at: new Date() }))
    .execute()
  return row.id
}

export const deleteAvatar = (db: Db, userId: string) => db.deleteFrom('avatar').where('user_id', '=', userId).execute()

export const findAvatar = (db: Db, id: string) =>
  db.selectFrom('avatar').select('image').where('id', '=', id).executeTakeFirst()

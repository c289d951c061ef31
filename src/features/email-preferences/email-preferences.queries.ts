import { sql } from 'kysely'
import type { OptionalCategory } from '#src/lib/mail-categories.ts'
import type { Db } from '#src/server/database.ts'

export const listUnwanted = (db: Db, userId: string) =>
  db
    .selectFrom('email_preference')
    .select('category')
    .where('user_id', '=', userId)
    .where('wanted', '=', false)
    .execute()

interface Whose {
  readonly userId: string
  readonly category: OptionalCategory
}

/** Undefined when there is no such person any more. */
export const findPreference = (db: Db, { userId, category }: Whose) =>
  db
    .selectFrom('user')
    .leftJoin('email_preference', (join) =>
      join.onRef('email_preference.user_id', '=', 'user.id').on('email_preference.category', '=', category),
    )
    .select(['user.email', sql<boolean>`coalesce(wanted, true)`.as('wanted')])
    .where('user.id', '=', userId)
    .executeTakeFirst()

export const setPreference = (db: Db, { userId, category, wanted }: Whose & { readonly wanted: boolean }) =>
  db
    .insertInto('email_preference')
    .values({ user_id: userId, category, wanted })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'category']).doUpdateSet({ wanted, changed_at: sql<Date>`now()` }),
    )
    .execute()

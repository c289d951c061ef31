import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { deleteReview, lockReview } from '#src/features/reviews/reviews.queries.ts'
import { aReviewBy, aToolOf, aVoice } from '#src/features/reviews/reviews-fixture.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

test('a review that its author deletes while a moderator decides is gone, and neither waits for ever', async () => {
  const { db, pool } = fettle.database
  const moderator = await aRanked(fettle, { role: 'admin' })
  const author = await aVoice(fettle)
  const tool = await aToolOf(fettle, await aVoice(fettle), 'at-once')
  await aReviewBy(author, tool)
  const { rows } = await pool.query<{ id: string; review_id: string; revision: number }>(
    `select id, review_id, revision from moderation_case`,
  )
  const [waiting] = rows
  const { promise: go, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>()
  const deleting = db.transaction().execute(async (transaction) => {
    await lockReview(transaction, String(waiting?.review_id))
    hasLocked()
    await go
    return deleteReview(transaction, String(waiting?.review_id), author.id)
  })
  await locked
  const deciding = moderator.post(`/api/admin/moderation/${waiting?.id}/decide`, {
    decision: 'approve',
    reason: '',
    revision: waiting?.revision,
  })
  const held = async () => {
    const { rows: waits } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
    return waits[0]?.count
  }
  await expect.poll(held, { timeout: 20_000 }).toBe(1)
  letGo()
  expect([await deleting, (await deciding).status]).toEqual([true, 404])
})

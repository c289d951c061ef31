import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import type { WaitingReview } from './reviews.schema.ts'
import { aReviewBy, aToolOf, aVoice, show } from './reviews-fixture.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

test('the creator is shown which reviews wait for an answer, the latest first, and nobody else is', async () => {
  const owner = await aVoice(fettle)
  const tool = await aToolOf(fettle, owner, 'waited-for')
  const waiting = async () =>
    (await owner.get('/api/reviews/waiting')).body as unknown as { reviews: WaitingReview[]; count: number }
  const ids: string[] = []
  for (const stars of [1, 2, 3]) ids.push(await aReviewBy(await aVoice(fettle), tool, stars))
  for (const id of ids.slice(0, 2)) await show(fettle, id)
  const { reviews, count } = await waiting()
  expect([count, reviews.map(({ stars }) => stars)]).toEqual([2, [2, 1]])
  expect(reviews[0]).toEqual({
    ...{ id: ids[1], tool: { slug: 'waited-for', title: 'Tool waited-for' }, stars: 2, title: 'Exact' },
    createdAt: expect.any(String),
  })
  await owner.send('PUT', `/api/discovery/reviews/${ids[1]}/reply`, { content: 'Thank you' })
  expect((await waiting()).reviews.map(({ stars }) => stars)).toEqual([1])
  expect((await (await aVoice(fettle)).get('/api/reviews/waiting')).body).toEqual({ reviews: [], count: 0 })
  expect((await fettle.visitor().get('/api/reviews/waiting')).status).toBe(401)
})

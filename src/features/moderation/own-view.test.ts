import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import type { ReviewEntry } from '#src/features/reviews/reviews.schema.ts'
import { aReviewBy, aToolOf, aVoice } from '#src/features/reviews/reviews-fixture.ts'
import { atTheQueue } from './moderation-fixture.ts'

// What whoever is concerned by a decision sees of it where they look for what is theirs.
let fettle: TestApp
let moderator: Person
let owner: Person
beforeAll(async () => {
  fettle = await startTestApp()
  moderator = await aRanked(fettle, { role: 'admin' })
  owner = await aVoice(fettle)
})
afterAll(() => fettle.stop())

const listed = async (id: string, who = owner) =>
  ((await who.get('/api/tools')).body.tools as { id: string }[]).find((tool) => tool.id === id)
const decisionFor = async (who: Person, tool: string) => (await who.get(`/api/statements/of-tool/${tool}`)).body
const judge = (decision: string) => ({ decision, ground: 'misleading', reason: 'It adds the interest twice.' })

test('a tool that is hidden or removed stays in the list of its owner, with the reason and the way to appeal', async () => {
  const tool = await aToolOf(fettle, owner, 'taken-away')
  expect(await listed(tool)).toMatchObject({ state: 'published', decision: null })
  const { decide, lookAt, reopen, theCase } = atTheQueue(moderator)
  const { id } = await lookAt(tool)
  for (const [decision, state] of [
    ['hide', 'hidden'],
    ['remove', 'removed'],
  ] as const) {
    expect((await decide(await theCase('tool'), judge(decision))).status).toBe(200)
    const why = { statementId: id, decision, reason: 'It adds the interest twice.' }
    expect(await listed(tool)).toMatchObject({ state, decision: why })
    for (const address of [tool, 'taken-away']) expect(await decisionFor(owner, address)).toEqual({ decision: why })
    expect((await owner.get(`/api/statements/${id}`)).body.statement).toMatchObject({ mayAppeal: true })
    expect((await moderator.get(`/api/statements/of-tool/${tool}`)).status).toBe(404)
    await reopen({ id })
  }
  await decide(await theCase('tool'), { decision: 'approve' })
  expect(await listed(tool)).toMatchObject({ state: 'published', decision: null })
  expect(await decisionFor(owner, tool)).toEqual({ decision: null })
})

test('what was decided about a tool is not said of it once its owner has deleted it', async () => {
  const tool = await aToolOf(fettle, owner, 'hidden-then-deleted')
  const { decide, lookAt, theCase } = atTheQueue(moderator)
  await lookAt(tool)
  await decide(await theCase('tool'), judge('hide'))
  expect(await decisionFor(owner, tool)).not.toEqual({ decision: null })
  expect((await owner.send('DELETE', `/api/tools/${tool}`)).status).toBe(200)
  expect([await decisionFor(owner, tool), await listed(tool)]).toEqual([{ decision: null }, undefined])
})

test('what its owner has deleted is not listed', async () => {
  const tool = await aToolOf(fettle, owner, 'deleted-by-owner')
  expect((await owner.send('DELETE', `/api/tools/${tool}`)).status).toBe(200)
  expect(await listed(tool)).toBeUndefined()
})

test('whoever wrote a review or an answer that is hidden reads why; nobody else does', async () => {
  const author = await aVoice(fettle)
  const tool = await aToolOf(fettle, owner, 'reviewed')
  const review = await aReviewBy(author, tool)
  const { decide, theCase, listed: queue } = atTheQueue(moderator)
  const seenBy = async (who: Person): Promise<ReviewEntry[]> => {
    const url = `/api/discovery/reviews/${tool}`
    return (await fettle.app.inject({ url, headers: { cookie: who.cookie() } })).json()
  }
  expect((await seenBy(author))[0]?.decision).toBeNull()
  const about = await theCase('review')
  await decide(about, judge('hide'))
  const reason = 'It adds the interest twice.'
  expect((await seenBy(author))[0]?.decision).toEqual({ statementId: about.id, decision: 'hide', reason })
  expect(await seenBy(owner)).toEqual([])

  // A text that waits is not the one that was decided about.
  await author.send('PUT', `/api/discovery/reviews/${review}`, { title: 'Exact', content: 'It rounds.' })
  expect((await seenBy(author))[0]?.decision).toBeNull()
  await decide(await theCase('review'), { decision: 'approve' })
  await owner.send('PUT', `/api/discovery/reviews/${review}/reply`, { content: 'Thank you' })
  const answer = await theCase('reply')
  await decide(answer, judge('hide'))
  expect((await seenBy(owner))[0]?.reply?.decision).toEqual({ statementId: answer.id, decision: 'hide', reason })
  expect((await seenBy(author))[0]).toMatchObject({ decision: null, reply: null })
  expect(await queue('?kind=review')).toEqual([])
})

import { expect, test } from 'vitest'
import { createReviewList } from './review-list.ts'
import { REVIEWS_PER_PAGE, type ReviewSort } from './review-rules.ts'
import type { RatingSummary, ReviewEntry } from './reviews.schema.ts'

const SUMMARY: RatingSummary = {
  ...{ avgRating: 4, ratingCount: 1, distribution: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 0 } },
  ...{ userRating: null, reviewCount: 1, isOwner: false, isInsider: false },
}
const anEntry = (id: string, changed: Partial<ReviewEntry> = {}): ReviewEntry => ({
  ...{ user: { name: 'Ada' }, rating: { rating: 4 }, status: 'visible', decision: null, isOwn: false },
  ...{ verifiedUse: false, myVote: null, reply: null },
  review: { id, title: id, content: '', createdAt: '', editedAt: null, helpfulCount: 0, voteCount: 0 },
  ...changed,
})
const aPage = (name: string) => Array.from({ length: REVIEWS_PER_PAGE }, (_, at) => anEntry(`${name} ${at}`))

/** A list whose pages are answered by hand. */
function aList() {
  const asked = new Map<string, PromiseWithResolvers<readonly ReviewEntry[]>>()
  const list = createReviewList({
    fetchSummary: () => Promise.resolve(SUMMARY),
    fetchPage: (sort: ReviewSort, page) => {
      const answer = Promise.withResolvers<readonly ReviewEntry[]>()
      asked.set(`${sort} ${page}`, answer)
      return answer.promise
    },
  })
  const answer = (what: string, entries: readonly ReviewEntry[]) => asked.get(what)?.resolve(entries)
  const fail = (what: string) => asked.get(what)?.reject(new Error('no'))
  return { list, answer, fail, ids: () => list.getState().loaded?.entries.map(({ review }) => review.id) }
}

async function aLoadedList() {
  const made = aList()
  const loading = made.list.load()
  made.answer('helpful 1', aPage('first'))
  await loading
  return made
}

test('a vote and a rating made while more comes are kept', async () => {
  const { list, answer } = await aLoadedList()
  const more = list.loadMore()
  list.putEntry(anEntry('first 3', { myVote: true }))
  list.setSummary({ ...SUMMARY, ratingCount: 2 })
  answer('helpful 2', [anEntry('second'), anEntry('first 0')])
  await more
  const { loaded, loading } = list.getState()
  expect(loaded).toMatchObject({ summary: { ratingCount: 2 }, page: 2, hasMore: false })
  expect(loaded?.entries).toHaveLength(REVIEWS_PER_PAGE + 1)
  expect(loaded?.entries[3]?.myVote).toBe(true)
  expect(loading).toBeUndefined()
})

test('more of an order that was left meanwhile is not shown', async () => {
  const { list, answer, ids } = await aLoadedList()
  const more = list.loadMore()
  const other = list.load('recent')
  answer('recent 1', [anEntry('newest')])
  await other
  answer('helpful 2', [anEntry('second')])
  await more
  expect(ids()).toEqual(['newest'])
  expect(list.getState()).toMatchObject({ loading: undefined, failed: undefined, loaded: { sort: 'recent' } })
})

test('of two orders the one that was asked for last is shown, whichever answers last', async () => {
  const { list, answer, ids } = await aLoadedList()
  const both = [list.load('recent'), list.load('helpful')]
  answer('helpful 1', [anEntry('most helpful')])
  answer('recent 1', [anEntry('newest')])
  await Promise.all(both)
  expect(ids()).toEqual(['most helpful'])
})

test('nothing more is asked for while another order comes', async () => {
  const { list, answer, ids } = await aLoadedList()
  const other = list.load('recent')
  await list.loadMore()
  answer('recent 1', [anEntry('newest')])
  await other
  expect(ids()).toEqual(['newest'])
})

test('what changes while everything is read anew is not undone by an answer that may be older', async () => {
  const { list, answer, ids } = await aLoadedList()
  const again = list.load()
  list.setSummary({ ...SUMMARY, ratingCount: 2 })
  list.putEntry(anEntry('first 1', { myVote: true }))
  list.putEntry(anEntry('first 2', { myVote: true }))
  list.putEntry(anEntry('mine', { isOwn: true }))
  answer('helpful 1', [anEntry('first 1')])
  await again
  // The second one is on another page now.
  expect(ids()).toEqual(['mine', 'first 1'])
  expect(list.getState().loaded).toMatchObject({ summary: { ratingCount: 2 }, entries: [{}, { myVote: true }] })
})

test('more that does not come is said, and asked for again', async () => {
  const { list, answer, fail, ids } = await aLoadedList()
  const more = list.loadMore()
  fail('helpful 2')
  await more
  expect(list.getState()).toMatchObject({ failed: 'more', loading: undefined, loaded: { page: 1 } })
  const again = list.loadMore()
  expect(list.getState()).toMatchObject({ failed: undefined, loading: 'more' })
  answer('helpful 2', [anEntry('second')])
  await again
  expect(ids()?.at(-1)).toBe('second')
})

test('an order that does not come leaves the one before, and is asked for again', async () => {
  const { list, answer, fail, ids } = await aLoadedList()
  const other = list.load('recent')
  fail('recent 1')
  await other
  expect(list.getState()).toMatchObject({ failed: 'all', loading: undefined, loaded: { sort: 'helpful' } })
  expect(ids()?.[0]).toBe('first 0')
  const again = list.load()
  answer('recent 1', [anEntry('newest')])
  await again
  expect(list.getState()).toMatchObject({ failed: undefined, loaded: { sort: 'recent' } })
})

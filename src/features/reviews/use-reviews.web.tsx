import { useEffect, useState } from 'react'
import { api } from '#src/client/api.ts'
import { REVIEWS_PER_PAGE, type ReviewSort } from './review-rules.ts'
import type { RatingSummary, ReviewEntry, reviewsContract } from './reviews.schema.ts'

interface Loaded {
  readonly summary: RatingSummary
  readonly entries: readonly ReviewEntry[]
  readonly page: number
  readonly hasMore: boolean
}

const fetchPage = (fxnId: string, sort: ReviewSort, page: number) =>
  api<typeof reviewsContract.list>('GET', '/api/discovery/reviews/:fxnId', { params: { fxnId }, query: { sort, page } })

/** One's own review comes beside a full page. */
const isFull = (entries: readonly ReviewEntry[]) => entries.filter(({ isOwn }) => !isOwn).length >= REVIEWS_PER_PAGE

async function fetchAll(fxnId: string, sort: ReviewSort): Promise<Loaded> {
  const [summary, entries] = await Promise.all([
    api<typeof reviewsContract.ratings>('GET', '/api/discovery/ratings/:fxnId', { params: { fxnId } }),
    fetchPage(fxnId, sort, 1),
  ])
  return { summary, entries, page: 1, hasMore: isFull(entries) }
}

/** The ratings and reviews of a tool. Without the query client, which public pages do without. */
export function useReviews(fxnId: string) {
  const [sort, setSort] = useState<ReviewSort>('helpful')
  const [loaded, setLoaded] = useState<Loaded>()
  const [failed, setFailed] = useState(false)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    let isLatest = true
    fetchAll(fxnId, sort).then(
      (all) => isLatest && setLoaded(all),
      () => isLatest && setFailed(true),
    )
    return () => {
      isLatest = false
    }
  }, [fxnId, sort])
  const load = async () => {
    setFailed(false)
    try {
      setLoaded(await fetchAll(fxnId, sort))
    } catch {
      setFailed(true)
    }
  }

  const loadMore = async () => {
    if (loaded === undefined || busy) return
    setBusy(true)
    try {
      const more = await fetchPage(fxnId, sort, loaded.page + 1)
      // Votes may have moved one from a later page to an earlier one meanwhile.
      const seen = new Set(loaded.entries.map(({ review }) => review.id))
      const entries = [...loaded.entries, ...more.filter(({ review }) => !seen.has(review.id))]
      setLoaded({ ...loaded, entries, page: loaded.page + 1, hasMore: isFull(more) })
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return {
    ...{ loaded, failed, busy, sort, setSort, load, loadMore },
    setSummary: (summary: RatingSummary) => setLoaded((now) => now && { ...now, summary }),
    /** Puts a changed entry in the place of the old one, or a new one first. */
    putEntry: (entry: ReviewEntry) =>
      setLoaded((now) => {
        if (now === undefined) return now
        const isThere = now.entries.some(({ review }) => review.id === entry.review.id)
        const entries = isThere
          ? now.entries.map((old) => (old.review.id === entry.review.id ? entry : old))
          : [entry, ...now.entries]
        return { ...now, entries }
      }),
  }
}

export type Reviews = ReturnType<typeof useReviews>

import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { api } from '#src/client/api.ts'
import { createReviewList } from './review-list.ts'
import type { reviewsContract } from './reviews.schema.ts'

const listOf = (fxnId: string) =>
  createReviewList({
    fetchSummary: () =>
      api<typeof reviewsContract.ratings>('GET', '/api/discovery/ratings/:fxnId', { params: { fxnId } }),
    fetchPage: (sort, page) =>
      api<typeof reviewsContract.list>('GET', '/api/discovery/reviews/:fxnId', {
        params: { fxnId },
        query: { sort, page },
      }),
  })

/** The ratings and reviews of a tool. Without the query client, which public pages do without. */
export function useReviews(fxnId: string) {
  const list = useMemo(() => listOf(fxnId), [fxnId])
  const state = useSyncExternalStore(list.subscribe, list.getState, list.getState)
  useEffect(() => void list.load(), [list])
  return { ...list, ...state }
}

export type Reviews = ReturnType<typeof useReviews>

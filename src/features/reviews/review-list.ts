import { REVIEWS_PER_PAGE, type ReviewSort } from './review-rules.ts'
import type { RatingSummary, ReviewEntry } from './reviews.schema.ts'

interface Loaded {
  readonly summary: RatingSummary
  readonly entries: readonly ReviewEntry[]
  readonly sort: ReviewSort
  readonly page: number
  readonly hasMore: boolean
}

interface ReviewListState {
  readonly loaded: Loaded | undefined
  /** The order that was asked for last; what is loaded may still have another one. */
  readonly sort: ReviewSort
  readonly loading: 'all' | 'more' | undefined
  readonly failed: 'all' | 'more' | undefined
}

interface Source {
  readonly fetchSummary: () => Promise<RatingSummary>
  /** Pages count from 1. */
  readonly fetchPage: (sort: ReviewSort, page: number) => Promise<readonly ReviewEntry[]>
}

type Change = (loaded: Loaded) => Loaded

/** One's own review comes beside a full page. */
const isFull = (entries: readonly ReviewEntry[]) => entries.filter(({ isOwn }) => !isOwn).length >= REVIEWS_PER_PAGE

const withMore =
  (more: readonly ReviewEntry[]): Change =>
  (loaded) => {
    // Votes may have moved one from a later page to an earlier one meanwhile.
    const seen = new Set(loaded.entries.map(({ review }) => review.id))
    const entries = [...loaded.entries, ...more.filter(({ review }) => !seen.has(review.id))]
    return { ...loaded, entries, page: loaded.page + 1, hasMore: isFull(more) }
  }

/** In the place of the old one. What is not there is on another page, unless it is one's own, which comes first. */
const withEntry =
  (entry: ReviewEntry): Change =>
  (loaded) => {
    const isThere = loaded.entries.some(({ review }) => review.id === entry.review.id)
    if (!isThere) return entry.isOwn ? { ...loaded, entries: [entry, ...loaded.entries] } : loaded
    return { ...loaded, entries: loaded.entries.map((old) => (old.review.id === entry.review.id ? entry : old)) }
  }

/** The ratings and reviews of one tool, which come page by page and change while they come. */
export function createReviewList({ fetchSummary, fetchPage }: Source) {
  let state: ReviewListState = { loaded: undefined, sort: 'helpful', loading: undefined, failed: undefined }
  /** What was asked for before it says nothing any more. */
  let latest = {}
  /** Made since everything was asked for: the answer may be older. */
  let meanwhile: Change[] = []
  const listeners = new Set<() => void>()
  const set = (now: Partial<ReviewListState>) => {
    state = { ...state, ...now }
    for (const listener of listeners) listener()
  }
  const during = async (loading: 'all' | 'more', answer: () => Promise<() => Loaded | undefined>) => {
    const asked = {}
    latest = asked
    set({ loading, failed: undefined })
    try {
      const read = await answer()
      if (latest === asked) set({ loaded: read(), loading: undefined })
    } catch {
      if (latest === asked) set({ loading: undefined, failed: loading })
    }
  }
  const change = (apply: Change) => {
    meanwhile.push(apply)
    if (state.loaded !== undefined) set({ loaded: apply(state.loaded) })
  }
  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Everything anew, from the first page on. */
    async load(sort: ReviewSort = state.sort) {
      meanwhile = []
      set({ sort })
      await during('all', async () => {
        const [summary, entries] = await Promise.all([fetchSummary(), fetchPage(sort, 1)])
        const all = { summary, entries, sort, page: 1, hasMore: isFull(entries) }
        return () => meanwhile.reduce<Loaded>((loaded, apply) => apply(loaded), all)
      })
    },
    async loadMore() {
      const { loaded, loading } = state
      if (loaded === undefined || loading !== undefined) return
      await during('more', async () => {
        const add = withMore(await fetchPage(loaded.sort, loaded.page + 1))
        return () => state.loaded && add(state.loaded)
      })
    },
    setSummary: (summary: RatingSummary) => change((loaded) => ({ ...loaded, summary })),
    putEntry: (entry: ReviewEntry) => change(withEntry(entry)),
  }
}

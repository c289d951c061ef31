import { CATEGORIES, type Category } from '#src/sdk/define-tool.ts'
import type { Sort } from './catalog.schema.ts'

/** What /explore shows: all of it is in the address. */
export interface ExploreState {
  readonly q: string
  readonly category: Category | 'all'
  /** Slugs; a tool must carry all of them. */
  readonly tags: readonly string[]
  readonly sort: Sort
  /** From 1. */
  readonly page: number
  /** The first page that is shown; "Load more" leaves it where it was. */
  readonly from: number
}

export const SORT_NAMES = {
  relevance: 'Relevance',
  popular: 'Popular',
  rating: 'Highest rated',
  recent: 'Recently added',
} as const satisfies Record<Sort, string>

/** As the API has them: what is longer or later is cut, not refused. */
const MAX_SEARCH = 200
const MAX_TAGS = 10
export const LAST_PAGE = 40
export const MOST_PAGES_AT_ONCE = 5

const isCategory = (text: string | undefined): text is Category => CATEGORIES.some((category) => category === text)
const isSort = (text: string | undefined): text is Sort => text !== undefined && Object.hasOwn(SORT_NAMES, text)
const toPage = (text: string | undefined): number =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Math.min(Math.max(Number(text), 1), LAST_PAGE) : 1

/** The button that was pressed comes last in a sent form, so the last value of a name counts. */
export function readExplore(params: URLSearchParams): ExploreState {
  const last = (name: string) => params.getAll(name).at(-1)
  const category = last('category')
  const sort = last('sort')
  const page = toPage(last('page'))
  const from = params.has('from') ? toPage(last('from')) : page
  const tags = (last('tags') ?? '').split(',').map((tag) => tag.trim().slice(0, 40))
  return {
    q: (last('q') ?? '').replaceAll('\0', ' ').trim().slice(0, MAX_SEARCH),
    category: isCategory(category) ? category : 'all',
    tags: [...new Set(tags)].filter((tag) => tag !== '' && !tag.includes('\0')).slice(0, MAX_TAGS),
    sort: isSort(sort) ? sort : 'relevance',
    page,
    from: Math.max(Math.min(from, page), page - MOST_PAGES_AT_ONCE + 1),
  }
}

/** The shortest address that shows this. A change of anything but the page starts at page 1, and a page stands alone. */
export function exploreUrl(state: ExploreState, change: Partial<ExploreState> = {}): string {
  const { q, category, tags, sort, page, from } = { ...state, page: 1, from: change.page ?? 1, ...change }
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  if (category !== 'all') params.set('category', category)
  if (tags.length > 0) params.set('tags', tags.join(','))
  if (sort !== 'relevance') params.set('sort', sort)
  if (page > 1) params.set('page', String(page))
  if (from < page) params.set('from', String(from))
  const query = params.toString().replaceAll('%2C', ',')
  return query === '' ? '/explore' : `/explore?${query}`
}

export const withTag = (tags: readonly string[], slug: string): readonly string[] =>
  tags.includes(slug) ? tags.filter((tag) => tag !== slug) : [...tags, slug]

export const isFiltered = ({ q, category, tags }: ExploreState): boolean =>
  q !== '' || category !== 'all' || tags.length > 0

/** The address with one page more below those that are shown; undefined at the end, and when enough is shown. */
export const moreUrl = (state: ExploreState, pages: number): string | undefined =>
  state.page < pages && state.page - state.from + 1 < MOST_PAGES_AT_ONCE
    ? exploreUrl(state, { page: state.page + 1, from: state.from })
    : undefined

/** Whether `next` only goes on below what `now` shows. */
export const isMoreOf = (next: ExploreState, now: ExploreState): boolean =>
  next.from === now.from && next.page > now.page && exploreUrl(next, { page: 1 }) === exploreUrl(now, { page: 1 })

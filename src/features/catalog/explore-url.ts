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

const isCategory = (text: string | undefined): text is Category => CATEGORIES.some((category) => category === text)
const isSort = (text: string | undefined): text is Sort => text !== undefined && Object.hasOwn(SORT_NAMES, text)
const toPage = (text: string | undefined): number =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Math.min(Math.max(Number(text), 1), LAST_PAGE) : 1

/** The button that was pressed comes last in a sent form, so the last value of a name counts. */
export function readExplore(params: URLSearchParams): ExploreState {
  const last = (name: string) => params.getAll(name).at(-1)
  const category = last('category')
  const sort = last('sort')
  const tags = (last('tags') ?? '').split(',').map((tag) => tag.trim().slice(0, 40))
  return {
    q: (last('q') ?? '').trim().slice(0, MAX_SEARCH),
    category: isCategory(category) ? category : 'all',
    tags: [...new Set(tags)].filter((tag) => tag !== '').slice(0, MAX_TAGS),
    sort: isSort(sort) ? sort : 'relevance',
    page: toPage(last('page')),
  }
}

/** The shortest address that shows this. A change of anything but the page starts at page 1. */
export function exploreUrl(state: ExploreState, change: Partial<ExploreState> = {}): string {
  const { q, category, tags, sort, page } = { ...state, page: 1, ...change }
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  if (category !== 'all') params.set('category', category)
  if (tags.length > 0) params.set('tags', tags.join(','))
  if (sort !== 'relevance') params.set('sort', sort)
  if (page > 1) params.set('page', String(page))
  const query = params.toString().replaceAll('%2C', ',')
  return query === '' ? '/explore' : `/explore?${query}`
}

export const withTag = (tags: readonly string[], slug: string): readonly string[] =>
  tags.includes(slug) ? tags.filter((tag) => tag !== slug) : [...tags, slug]

export const isFiltered = ({ q, category, tags }: ExploreState): boolean =>
  q !== '' || category !== 'all' || tags.length > 0

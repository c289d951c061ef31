import { SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  type ActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { PageMeta } from '#src/client/page-meta.tsx'
import { type PageServices, requestContext } from '#src/client/request-context.ts'
import type { answersContract } from '#src/features/answers/answers.schema.ts'
import type { featuredContract } from '#src/features/featured/featured.schema.ts'
import { postToolRequest, type RequestOutcome } from '#src/features/tool-requests/request-action.ts'
import { RequestTool } from '#src/features/tool-requests/request-tool.web.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { PageBody, PageHeader, SectionHeader } from '#src/ui/shell/page-header.tsx'
import { CardSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { AnswerCard } from './answer-card.web.tsx'
import { type catalogContract, type FxnCard, type SearchAnswer, SHORTEST_NAME } from './catalog.schema.ts'
import { CATEGORY_NAMES } from './categories.ts'
import { toolsFound } from './count-text.ts'
import { ExploreFilters, SortSelect } from './explore-filters.web.tsx'
import { type ExploreState, exploreUrl, isFiltered, isMoreOf, readExplore } from './explore-url.ts'
import { FeaturedTools } from './featured-tools.web.tsx'
import { ToolPages } from './results.web.tsx'
import { SearchFailed, SearchFailedNote } from './search-failed.web.tsx'
import { ToolGrid } from './tool-card.web.tsx'

const PLACEHOLDERS = 6
const PLACEHOLDERS_AFTER_MS = 200
const MOST_TAGS = 8
const MOST_SUGGESTIONS = 3

/** Undefined when the call failed: the page then comes without this part and says so. */
const unlessFailed = <T,>(call: Promise<T>): Promise<T | undefined> => call.catch(() => undefined)

/** What the API refuses is no outage: the page refuses it too. */
const unlessRefused = <T,>(call: Promise<T>): Promise<T | undefined> =>
  call.catch((failure: unknown) => {
    if (failure instanceof Response && failure.status < 500) throw failure
    return undefined
  })

const search = (
  { call }: PageServices,
  { q, category, tags, sort, page, from }: ExploreState,
  facets: readonly string[] = [],
) =>
  unlessRefused(
    call<typeof catalogContract.search>('GET', '/api/discovery/search', {
      query: { search: q, category, tags: tags.join(','), sort, page, from, facets: facets.join(',') },
    }),
  )

/** The tags of the filters, and what is found: with how many each of them would leave. */
async function searchWithTags(services: PageServices, state: ExploreState) {
  const tagList = await unlessFailed(services.call<typeof catalogContract.tags>('GET', '/api/tags', {}))
  const shown = tagList?.tags.slice(0, MOST_TAGS)
  const found = await search(services, state, isFiltered(state) ? shown?.map(({ slug }) => slug) : [])
  const tags = shown?.map(({ slug, name, toolCount }) => {
    const count = isFiltered(state) ? found?.tagCounts?.[slug] : toolCount
    return { slug, name, ...(count !== undefined && { count }) }
  })
  return { found, tags, known: new Set(tagList?.tags.map(({ slug }) => slug)) }
}

const nearestTo = ({ call }: PageServices, q: string) =>
  call<typeof catalogContract.nearest>('GET', '/api/discovery/nearest', { query: { search: q } })

const askTools = ({ call }: PageServices, q: string) =>
  q === ''
    ? null
    : call<typeof answersContract.find>('GET', '/api/discovery/answer', { query: { q } }).then(
        ({ answer }) => answer,
        () => null,
      )

interface Suggestions {
  readonly title: string
  readonly fxns: readonly FxnCard[]
}

/** What else there is when nothing was found: the same words without the other filters, names that look alike, or what others use. */
async function suggest(services: PageServices, state: ExploreState): Promise<Suggestions | null> {
  const isNarrowed = state.category !== 'all' || state.tags.length > 0
  const anywhere = readExplore(new URLSearchParams({ q: state.q }))
  const near = state.q === '' || !isNarrowed ? undefined : await search(services, anywhere)
  if (near !== undefined && near.total > 0)
    return { title: 'Without the other filters', fxns: near.fxns.slice(0, MOST_SUGGESTIONS) }
  const nearest = state.q.length < SHORTEST_NAME ? undefined : await unlessFailed(nearestTo(services, state.q))
  if (nearest !== undefined && nearest.fxns.length > 0) return { title: 'Nearest tools', fxns: nearest.fxns }
  const popular = await search(services, readExplore(new URLSearchParams({ sort: 'popular' })))
  return popular === undefined || popular.total === 0
    ? null
    : { title: 'Popular tools', fxns: popular.fxns.slice(0, MOST_SUGGESTIONS) }
}

/** Not beside an answer to a question, and once in a list of many pages. */
const showsFeatured = (state: ExploreState): boolean => !isFiltered(state) && state.from === 1

/** An address with a tag that was renamed or merged leads to the one with the tag as it is now. */
async function followTags(services: PageServices, state: ExploreState): Promise<void> {
  const query = { tags: state.tags.join(',') }
  const current = await unlessFailed(
    services.call<typeof catalogContract.currentTags>('GET', '/api/tags/current', { query }),
  )
  if (current !== undefined && current.slugs.join() !== state.tags.join())
    throw redirect(exploreUrl(state, { tags: current.slugs }), 301)
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const services = context.get(requestContext)
  const state = readExplore(new URL(request.url).searchParams)
  const [{ found, tags, known }, featured, answer] = await Promise.all([
    searchWithTags(services, state),
    showsFeatured(state)
      ? unlessFailed(services.call<typeof featuredContract.list>('GET', '/api/marketplace/featured', {}))
      : { tools: [] },
    askTools(services, state.q),
  ])
  if (state.tags.some((slug) => !known.has(slug))) await followTags(services, state)
  if (found?.fxns.length === 0 && state.page > 1) throw redirect(exploreUrl(state))
  const suggestions = found?.total === 0 && isFiltered(state) ? await suggest(services, state) : null
  return data(
    { state, found, tags, featured: featured?.tools, answer, suggestions },
    { status: found === undefined ? 503 : 200 },
  )
}

/** No answer within this is none: somebody waits. */
const LONGEST_WAIT_MS = 15_000

const late = () => new Promise<never>((_, reject) => setTimeout(reject, LONGEST_WAIT_MS))

/** A search that fails in an open page takes nothing from it: the page goes on with what it has, and says so. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await Promise.race([serverLoader<typeof loader>(), late()])
  } catch (error) {
    // A redirect.
    if (error instanceof Response) throw error
    const nothing = { found: undefined, tags: undefined, featured: undefined, answer: null, suggestions: null }
    return { ...nothing, state: readExplore(new URL(request.url).searchParams), isOffline: !navigator.onLine }
  }
}

/** Also for the address that is shown: somebody may try again. */
export const shouldRevalidate = () => true

/** The request for a tool, sent by the browser itself because no script took it. */
export async function action({ context, request }: ActionFunctionArgs) {
  const sent = await postToolRequest(context.get(requestContext), new URLSearchParams(await request.text()))
  return data(sent, { status: 'status' in sent ? sent.status : 200 })
}

const headingOf = ({ q, category }: ExploreState): string =>
  q === '' ? (category === 'all' ? 'All Tools' : CATEGORY_NAMES[category]) : `Search results for "${q}"`

/** What is being searched for, once that has been on its way for longer than one notices; more of a list is no new search. */
function useSlowSearch(now: ExploreState): ExploreState | undefined {
  const { location } = useNavigation()
  const next = location?.pathname === '/explore' ? readExplore(new URLSearchParams(location.search)) : undefined
  const isSearching = next !== undefined && !isMoreOf(next, now)
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isSearching) return
    const timer = setTimeout(() => setSlow(true), PLACEHOLDERS_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isSearching])
  return isSlow ? next : undefined
}

/** What was found last, for as long as nothing else is. */
function useLastFound<Loaded extends { readonly found: unknown }>(loaded: Loaded): Loaded {
  const [last, setLast] = useState(loaded)
  if (loaded.found === undefined) return last.found === undefined ? loaded : last
  if (loaded !== last) setLast(loaded)
  return loaded
}

export default function ExplorePage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const shown = useLastFound(loaded)
  const sent = useActionData<typeof action>()
  const awaited = useSlowSearch(shown.state)
  const isSlow = awaited !== undefined
  const { state } = loaded
  const failure =
    shown === loaded ? null : (
      <SearchFailedNote isOffline={'isOffline' in loaded && loaded.isOffline} isMore={isMoreOf(state, shown.state)} />
    )
  const heading = headingOf(shown.state)
  return (
    <>
      <PageMeta
        title={`${isFiltered(state) ? headingOf(state) : 'Explore tools'} · Fettle`}
        description="Small tools that answer while you type, by category and by tag."
        path={exploreUrl(state, { q: '', sort: 'relevance', page: state.page, from: state.page })}
      />
      <PageHeader
        title="Explore tools"
        lead="Each does one job. Most of them run in your browser, without an account."
      />
      <PageBody className="gap-6">
        <ExploreFilters state={state} tags={shown.tags} found={loaded.found} />
        {shown.answer === null ? null : <AnswerCard answer={shown.answer} q={shown.state.q} />}
        {isSlow && !showsFeatured(awaited) ? null : (
          <FeaturedTools tools={shown.featured} isLoading={isSlow && !showsFeatured(shown.state)} />
        )}
        <section aria-busy={isSlow} className="flex flex-col gap-4">
          <SectionHeader
            title={heading}
            actions={
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <p role="status" className="meta-line">
                  {shown.found === undefined ? '' : toolsFound(shown.found.total, shown.found.capped)}
                </p>
                <SortSelect sort={state.sort} />
              </div>
            }
          />
          {isMoreOf(state, shown.state) ? null : failure}
          {isSlow ? <CardSkeletons count={PLACEHOLDERS} label="Searching…" /> : <Results {...shown} sent={sent} />}
          {isMoreOf(state, shown.state) ? failure : null}
        </section>
        {shown.found?.total === 0 ? null : <AskForTool sent={sent} />}
        <SellTools />
      </PageBody>
    </>
  )
}

/** For whoever has looked through the list; a search that finds nothing has a form of its own. */
const AskForTool = ({ sent }: Pick<ResultsProps, 'sent'>) => (
  <section
    aria-labelledby="ask"
    className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 rounded-14 border border-line bg-sunken p-6"
  >
    <div className="flex max-w-xl flex-col gap-1">
      <h2 id="ask" className="text-18">
        Is a tool missing?
      </h2>
      <p className="text-14 text-text-2">Say what it should do. Every request counts once a day.</p>
    </div>
    <RequestTool sent={sent} />
  </section>
)

const SellTools = () => (
  <section
    aria-labelledby="sell"
    className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 rounded-14 border border-line bg-accent-soft p-6"
  >
    <div className="flex max-w-xl flex-col gap-1">
      <h2 id="sell" className="text-18">
        Want to sell your tools?
      </h2>
      <p className="text-14 text-text-2">Creators earn 70% revenue share.</p>
    </div>
    <ButtonLink to="/create-tool" variant="primary">
      Start Building
    </ButtonLink>
  </section>
)

interface ResultsProps {
  readonly state: ExploreState
  readonly found: SearchAnswer | undefined
  readonly isOffline?: boolean
  readonly suggestions: Suggestions | null
  readonly sent: RequestOutcome | undefined
}

function Results({ state, found, isOffline = false, suggestions, sent }: ResultsProps) {
  if (found === undefined) return <SearchFailed isOffline={isOffline} />
  if (found.total === 0) return <NothingFound state={state} suggestions={suggestions} sent={sent} />
  return <ToolPages state={state} found={found} />
}

/** Search and category; where only tags are left, these. */
const clearedSearch = ({ q, category, tags }: ExploreState): Partial<ExploreState> => ({
  q: '',
  category: 'all',
  tags: q === '' && category === 'all' ? [] : tags,
})

function NothingFound({ state, suggestions, sent }: Omit<ResultsProps, 'found' | 'isOffline'>) {
  return (
    <>
      <EmptyState
        icon={SearchX}
        level={3}
        title="No tools found"
        actions={
          <>
            <ButtonLink to={exploreUrl(state, clearedSearch(state))}>Clear search</ButtonLink>
            {state.q === '' ? null : (
              <>
                <RequestTool key={state.q} query={state.q} sent={sent} />
                <ButtonLink to="/create-tool" variant="ghost">
                  Build it
                </ButtonLink>
              </>
            )}
          </>
        }
      >
        {state.q === ''
          ? 'No tools are available in this category yet'
          : 'Try adjusting your search terms or browse by category'}
      </EmptyState>
      {suggestions === null ? null : (
        <section aria-labelledby="suggestions" className="mt-4 flex flex-col gap-4">
          <SectionHeader id="suggestions" title={suggestions.title} />
          <ToolGrid tools={suggestions.fxns} />
        </section>
      )}
    </>
  )
}

import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageMeta } from '#src/client/page-meta.tsx'
import { type PageServices, requestContext } from '#src/client/request-context.ts'
import type { catalogContract } from '#src/features/catalog/catalog.schema.ts'
import { FeaturedTools } from '#src/features/catalog/featured-tools.web.tsx'
import { ToolGrid } from '#src/features/catalog/tool-card.web.tsx'
import type { featuredContract } from '#src/features/featured/featured.schema.ts'
import type { nodeTypesContract } from '#src/features/node-types/node-types.schema.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { PageBody, SectionHeader } from '#src/ui/shell/page-header.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { type Block, BuildingBlocks } from './building-blocks.web.tsx'
import { countedFacts } from './facts.ts'
import { Hero } from './hero.web.tsx'
import { HowItWorks } from './how-it-works.web.tsx'
import { type RecentTool, RecentTools } from './recent-tools.web.tsx'
import { UseCases } from './use-cases.web.tsx'

const MOST_TOOLS = 6
const MOST_FEATURED = 3
const HERO_TOOL = 'tip-calculator'

/** A part that could not be loaded is left out: the page stands without it. */
const orNothing = <T,>(call: Promise<T>): Promise<T | undefined> => call.catch(() => undefined)

async function listBlocks({ call }: PageServices): Promise<Block[] | undefined> {
  const answer = await orNothing(call<typeof nodeTypesContract.list>('GET', '/api/nodes', {}))
  return answer?.nodes.flatMap(({ type, title, description, category }) =>
    category === 'note' ? [] : [{ type, title, description, category }],
  )
}

async function listRecent({ call, viewer }: PageServices): Promise<RecentTool[]> {
  if (viewer === null) return []
  const answer = await orNothing(call<typeof catalogContract.recent>('GET', '/api/discovery/recent', {}))
  return answer?.fxns.map(({ slug, title, category }) => ({ slug, title, category })) ?? []
}

/** schema.org WebSite: that there is a search, and where. */
const toWebSite = (origin: string): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: 'Fettle',
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${origin}/explore?q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  })

export async function loader({ context }: LoaderFunctionArgs) {
  const services = context.get(requestContext)
  const [popular, featured, hero, blocks, recent] = await Promise.all([
    orNothing(
      services.call<typeof catalogContract.search>('GET', '/api/discovery/search', { query: { sort: 'popular' } }),
    ),
    orNothing(services.call<typeof featuredContract.list>('GET', '/api/marketplace/featured', {})),
    orNothing(
      services.call<typeof catalogContract.tool>('GET', '/api/tools/:id', { params: { id: HERO_TOOL }, query: {} }),
    ),
    listBlocks(services),
    listRecent(services),
  ])
  return {
    tools: popular?.fxns.slice(0, MOST_TOOLS) ?? [],
    featured: featured?.tools.slice(0, MOST_FEATURED) ?? [],
    recent,
    blocks: blocks ?? [],
    facts: countedFacts({ search: popular, nodeTypes: blocks?.length }),
    example: hero?.fxn.examples[0],
    jsonLd: toWebSite(services.publicUrl),
  }
}

export default function HomePage() {
  const { tools, featured, recent, blocks, facts, example, jsonLd } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta
        title="Fettle · small tools and durable workflows"
        description="Calculators, converters and developer tools that run in your browser, and workflows that run to their end."
        path="/"
      />
      <script type="application/ld+json">{jsonLd}</script>
      <Hero facts={facts} example={example} />
      <PageBody className="gap-16 py-12">
        <RecentTools tools={recent} />
        {tools.length === 0 ? null : (
          <section aria-labelledby="tools" className="flex flex-col gap-4">
            <SectionHeader
              id="tools"
              title={tools.some(({ runCount }) => runCount > 0) ? 'Most used lately' : 'Tools to begin with'}
              actions={<TextLink to="/explore">All tools</TextLink>}
            />
            <ToolGrid tools={tools} />
          </section>
        )}
        {featured.length === 0 ? null : <FeaturedTools tools={featured} isLoading={false} />}
        <HowItWorks />
        <UseCases />
        <BuildingBlocks blocks={blocks} />
        <section
          aria-labelledby="start"
          className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-14 bg-accent-soft p-6 md:p-8"
        >
          <div className="flex flex-col gap-1">
            <h2 id="start" className="text-21">
              A workflow is waiting for you
            </h2>
            <p className="max-w-xl text-14 text-text-2">
              Every new account gets “Bill received”: call its webhook with a bill, and it answers what each person
              pays.
            </p>
          </div>
          <ButtonLink to="/workflows" variant="primary" size="touch">
            Open workflows
          </ButtonLink>
        </section>
      </PageBody>
    </>
  )
}

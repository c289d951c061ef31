import { Code2, Compass, Plus, Workflow } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Protected } from '#src/client/protected.tsx'
import { getting } from '#src/client/query-client.ts'
import { useLoadedQuery } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import type { catalogContract } from '#src/features/catalog/catalog.schema.ts'
import type { earningsContract } from '#src/features/checkout/checkout.schema.ts'
import type { creatorToolsContract } from '#src/features/creator-tools/creator-tools.schema.ts'
import type { creatorsContract } from '#src/features/creators/creators.schema.ts'
import type { executionsContract } from '#src/features/executions/executions.schema.ts'
import type { favoritesContract } from '#src/features/favorites/favorites.schema.ts'
import { MyFavorites } from '#src/features/favorites/my-favorites.web.tsx'
import type { reviewsContract } from '#src/features/reviews/reviews.schema.ts'
import type { workflowsContract } from '#src/features/workflows/workflows.schema.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { Earned } from './earned.web.tsx'
import { FollowedCreators } from './followed-creators.web.tsx'
import { MyWorkflows } from './my-workflows.web.tsx'
import { NeedsYou } from './needs-you.web.tsx'
import { RecentRuns } from './recent-runs.web.tsx'
import { RecentTools } from './recent-tools.web.tsx'
import { UnfinishedTools } from './unfinished-tools.web.tsx'

const recentRuns = getting<typeof executionsContract.recent>('/api/executions')
const recentTools = getting<typeof catalogContract.recent>('/api/discovery/recent')
const myFavorites = getting<typeof favoritesContract.list>('/api/favorites')
const myTools = getting<typeof creatorToolsContract.list>('/api/tools')
const earned = getting<typeof earningsContract.earnings>('/api/earnings')
const following = getting<typeof creatorsContract.following>('/api/following')
const waitingReviews = getting<typeof reviewsContract.waiting>('/api/reviews/waiting')
const failingWorkflows = getting<typeof workflowsContract.list>('/api/workflows?status=failing')
const myWorkflows = getting<typeof workflowsContract.list>('/api/workflows')

export async function loader(args: LoaderFunctionArgs) {
  const { name } = requireUser(args)
  const services = args.context.get(requestContext)
  const [runs, opened, workflows, favorites, tools, followed, failing, reviews, earnings] = await Promise.all([
    firstData(services.call<typeof executionsContract.recent>('GET', '/api/executions', {})),
    firstData(services.call<typeof catalogContract.recent>('GET', '/api/discovery/recent', {})),
    firstData(services.call<typeof workflowsContract.list>('GET', '/api/workflows', { query: {} })),
    firstData(services.call<typeof favoritesContract.list>('GET', '/api/favorites', {})),
    firstData(services.call<typeof creatorToolsContract.list>('GET', '/api/tools', {})),
    firstData(services.call<typeof creatorsContract.following>('GET', '/api/following', {})),
    firstData(services.call<typeof workflowsContract.list>('GET', '/api/workflows', { query: { status: 'failing' } })),
    firstData(services.call<typeof reviewsContract.waiting>('GET', '/api/reviews/waiting', {})),
    firstData(services.call<typeof earningsContract.earnings>('GET', '/api/earnings', { query: {} })),
  ])
  const lists = { runs, opened, workflows, favorites, tools, followed, failing, reviews, earnings }
  return { name, ...lists, origin: services.publicUrl }
}

export default function DashboardPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <Dashboard />
    </Protected>
  )
}

function Dashboard() {
  const loaded = useLoaderData<typeof loader>()
  const runs = useLoadedQuery(recentRuns, loaded.runs)
  const opened = useLoadedQuery(recentTools, loaded.opened)
  const workflows = useLoadedQuery(myWorkflows, loaded.workflows)
  const favorites = useLoadedQuery(myFavorites, loaded.favorites)
  const tools = useLoadedQuery(myTools, loaded.tools)
  const failing = useLoadedQuery(failingWorkflows, loaded.failing)
  const reviews = useLoadedQuery(waitingReviews, loaded.reviews)
  const followed = useLoadedQuery(following, loaded.followed)
  const earnings = useLoadedQuery(earned, loaded.earnings)
  return (
    <>
      <title>Dashboard · Fettle</title>
      <PageHeader
        eyebrow={`Signed in as ${loaded.name}`}
        title="Dashboard"
        lead="What ran lately, and what you can run next."
        actions={
          <ButtonLink to="/workflows?new" variant="primary" icon={Plus}>
            New workflow
          </ButtonLink>
        }
      />
      <PageBody>
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-8">
            <RecentRuns query={runs} workflows={workflows.data?.workflows ?? []} />
            <RecentTools query={opened} />
          </div>
          <div className="flex min-w-0 flex-col gap-8">
            <NeedsYou failing={failing} reviews={reviews} />
            <MyFavorites query={favorites} origin={loaded.origin} />
            <MyWorkflows query={workflows} />
            <UnfinishedTools query={tools} />
            <Earned query={earnings} />
            <FollowedCreators query={followed} />
            <QuickLinks />
          </div>
        </div>
      </PageBody>
    </>
  )
}

const LINKS = [
  { to: '/explore', icon: Compass, label: 'Explore tools', text: 'Calculators, converters and more' },
  { to: '/workflows', icon: Workflow, label: 'All workflows', text: 'Edit, publish, run' },
  { to: '/api/docs', icon: Code2, label: 'API reference', text: 'Everything here, for programs' },
]

const QuickLinks = () => (
  <nav aria-label="Quick links">
    <ul className="flex flex-col gap-2">
      {LINKS.map(({ to, icon: Icon, label, text }) => (
        <li key={to}>
          <Link
            to={to}
            className="flex min-h-11 items-center gap-3 rounded-6 border border-line bg-surface px-4 py-2 hover:border-line-strong hover:bg-hover"
          >
            <Icon size={16} className="text-accent-text" />
            <span className="flex flex-1 flex-wrap items-center justify-between gap-x-4">
              <span className="text-14 font-medium">{label}</span>
              <span className="text-13 text-text-2">{text}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

import { PencilLine, UserX } from 'lucide-react'
import { Suspense, useState } from 'react'
import {
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useRouteError,
} from 'react-router'
import { PageMeta } from '#src/client/page-meta.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { counted } from '#src/features/catalog/count-text.ts'
import { ToolGrid } from '#src/features/catalog/tool-card.web.tsx'
import { isErrorEnvelope } from '#src/lib/error-envelope.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Pagination } from '#src/ui/pagination.tsx'
import { FailedPage } from '#src/ui/shell/failed-page.tsx'
import { PageBody, PageHeader, SectionHeader } from '#src/ui/shell/page-header.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { toProfileJsonLd } from './creator-json-ld.ts'
import { ABOUT_MAX, type Creator, type creatorsContract } from './creators.schema.ts'
import { FollowButton, type Standing } from './follow-button.web.tsx'

const MOST_IN_SNIPPET = 155
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const snippetOf = ({ name, about, toolCount }: Creator): string => {
  const text = about.replaceAll(/\s+/g, ' ') || `${counted(toolCount, 'tool')} by ${name}, to use in your browser.`
  return text.length <= MOST_IN_SNIPPET ? text : `${text.slice(0, MOST_IN_SNIPPET - 1).trimEnd()}…`
}

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { call, publicUrl } = context.get(requestContext)
  const handle = params.handle ?? ''
  const wanted = new URL(request.url).searchParams.get('page') ?? '1'
  const query = { page: /^[1-9]\d?$/.test(wanted) ? Number(wanted) : 1 }
  try {
    const found = await call<typeof creatorsContract.get>('GET', '/api/creators/:handle', { params: { handle }, query })
    const { creator } = found
    if (creator.handle !== handle) throw redirect(`/creators/${creator.handle}`, 301)
    return {
      ...found,
      // Written by the server: browsers may know other words for months.
      since: month.format(new Date(creator.since)),
      snippet: snippetOf(creator),
      jsonLd: toProfileJsonLd(creator, `${publicUrl}/creators/${creator.handle}`),
      most: ABOUT_MAX,
    }
  } catch (error) {
    if (!(error instanceof Response) || (error.status !== 404 && error.status !== 410)) throw error
    const body: unknown = await error.clone().json()
    throw data({ why: isErrorEnvelope(body) ? body.error.message : '' }, { status: error.status })
  }
}

const EditAbout = lazyPart(async () => (await import('./edit-about.web.tsx')).EditAbout)

export default function CreatorPage() {
  const { creator } = useLoaderData<typeof loader>()
  return <CreatorView key={creator.handle} />
}

function CreatorView() {
  const { creator, fxns, page, pages, since, snippet, jsonLd, most } = useLoaderData<typeof loader>()
  const [standing, setStanding] = useState<Standing>(creator)
  const [about, setAbout] = useState(creator.about)
  const [isEditing, setEditing] = useState(false)
  const path = `/creators/${creator.handle}`
  const pageUrl = (one: number) => (one === 1 ? path : `${path}?page=${one}`)
  return (
    <>
      <PageMeta title={`${creator.name} · Fettle`} description={snippet} path={pageUrl(page)} />
      <script type="application/ld+json">{jsonLd}</script>
      <PageHeader
        eyebrow={<Breadcrumbs trail={[{ label: 'Explore', to: '/explore' }, { label: creator.name }]} />}
        title={
          <span className="flex items-center gap-4">
            <Avatar name={creator.name} url={creator.avatarUrl} size="large" />
            {creator.name}
          </span>
        }
        actions={
          creator.isSelf ? (
            <Button icon={PencilLine} onClick={() => setEditing(true)}>
              Edit page
            </Button>
          ) : (
            <FollowButton creator={creator} standing={standing} onChanged={setStanding} />
          )
        }
      >
        {about === '' ? null : (
          <p
            dir="auto"
            className="w-fit bg-canvas pe-2 text-16 whitespace-pre-line text-text-2 [overflow-wrap:anywhere]"
          >
            {about}
          </p>
        )}
        <Figures creator={creator} followerCount={standing.followerCount} since={since} />
      </PageHeader>
      <PageBody>
        <section aria-labelledby="tools" className="flex flex-col gap-4">
          <SectionHeader id="tools" title={`Tools by ${creator.name}`} />
          {fxns.length === 0 ? (
            <NoTools creator={creator} path={path} />
          ) : (
            <>
              <ToolGrid tools={fxns} />
              <Pagination page={page} count={pages} to={pageUrl} />
            </>
          )}
        </section>
      </PageBody>
      {isEditing ? (
        <Suspense>
          <EditAbout
            creator={{ handle: creator.handle, about }}
            most={most}
            onChanged={(changed) => {
              setAbout(changed)
              setEditing(false)
            }}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

interface FiguresProps {
  readonly creator: Creator
  readonly followerCount: number
  readonly since: string
}

const Figures = ({ creator, followerCount, since }: FiguresProps) => (
  <p className="flex w-fit flex-wrap items-center gap-x-5 bg-canvas pe-2">
    {[
      counted(creator.toolCount, 'tool'),
      counted(creator.runCount, 'run'),
      creator.ratingCount === 0
        ? 'no ratings yet'
        : `${creator.avgRating.toFixed(1)} of 5 in ${counted(creator.ratingCount, 'rating')}`,
      counted(followerCount, 'follower'),
      `publishing since ${since}`,
    ].map((text) => (
      <span key={text} className="meta-line">
        {text}
      </span>
    ))}
  </p>
)

const NoTools = ({ creator, path }: { readonly creator: Creator; readonly path: string }) =>
  creator.toolCount > 0 ? (
    <EmptyState level={3} title="No tools on this page" actions={<ButtonLink to={path}>First page</ButtonLink>}>
      There are fewer pages now.
    </EmptyState>
  ) : (
    <EmptyState level={3} title="Nothing is published" actions={<ButtonLink to="/tools">Your tools</ButtonLink>}>
      Nobody else sees this page until you have published a tool.
    </EmptyState>
  )

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && (error.status === 404 || error.status === 410)
  if (!isMissing)
    return <FailedPage what="creator" title="This page could not be loaded" onRetry={() => window.location.reload()} />
  const { why = '' } = (error.data ?? {}) as { why?: string }
  return (
    <>
      <title>Creator Not Found · Fettle</title>
      <PageHeader title="Creator Not Found" />
      <PageBody>
        <EmptyState
          icon={UserX}
          title={why || 'There is no such creator'}
          actions={<ButtonLink to="/explore">Back to Explore</ButtonLink>}
        >
          The address may be mistyped, or nothing is published here any more.
        </EmptyState>
      </PageBody>
    </>
  )
}

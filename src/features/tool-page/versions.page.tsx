import { GitCommitVertical, SearchX } from 'lucide-react'
import {
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { PageMeta } from '#src/client/page-meta.tsx'
import { requestContext } from '#src/client/request-context.ts'
import type { catalogContract } from '#src/features/catalog/catalog.schema.ts'
import type { creatorToolsContract, ToolVersion } from '#src/features/creator-tools/creator-tools.schema.ts'
import { isErrorEnvelope } from '#src/lib/error-envelope.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { FailedPage } from '#src/ui/shell/failed-page.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { call } = context.get(requestContext)
  const id = params.slug ?? ''
  try {
    const { fxn } = await call<typeof catalogContract.tool>('GET', '/api/tools/:id', { params: { id }, query: {} })
    // A former slug, or the id.
    if (fxn.slug !== id) throw redirect(`/fxn/${fxn.slug}/versions`, 301)
    const path = '/api/tools/:id/versions'
    const { versions } = await call<typeof creatorToolsContract.versions>('GET', path, { params: { id: fxn.id } })
    const { slug, title, licence } = fxn
    return { slug, title, versions: licence === null ? [] : versions }
  } catch (error) {
    if (!(error instanceof Response) || (error.status !== 404 && error.status !== 410)) throw error
    const body: unknown = await error.clone().json()
    const said = error.status === 410 && isErrorEnvelope(body) ? `${body.error.message}.` : undefined
    const why = said ?? 'The address may be mistyped, or the tool may have been renamed.'
    throw data({ why }, { status: error.status })
  }
}

export default function VersionsPage() {
  const { slug, title, versions } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta
        title={`Versions of ${title} · Fettle`}
        description={`What was published of ${title}, the newest first. Each version keeps its address.`}
        path={`/fxn/${slug}/versions`}
        image={`/cards/${slug}.png`}
      />
      <PageHeader
        eyebrow={
          <Breadcrumbs
            trail={[{ label: 'Explore', to: '/explore' }, { label: title, to: `/fxn/${slug}` }, { label: 'Versions' }]}
          />
        }
        title={`Versions of ${title}`}
        lead={versions.length === 0 ? undefined : 'The newest first. Each keeps its address, and runs there as it was.'}
      />
      <PageBody>
        {versions.length === 0 ? (
          <EmptyState
            icon={GitCommitVertical}
            title="One version"
            actions={<ButtonLink to={`/fxn/${slug}`}>Back to {title}</ButtonLink>}
          >
            {title} came with Fettle. The version that runs is the only one.
          </EmptyState>
        ) : (
          <ul aria-label="Versions" className="max-w-3xl divide-y divide-line rounded-10 border border-line bg-surface">
            {versions.map((version) => (
              <Version key={version.version} slug={slug} version={version} />
            ))}
          </ul>
        )}
      </PageBody>
    </>
  )
}

interface VersionProps {
  readonly slug: string
  readonly version: ToolVersion
}

function Version({ slug, version: { version, semver, changelog, createdAt, isCurrent } }: VersionProps) {
  const name = semver ?? String(version)
  return (
    <li className="flex flex-col gap-1 p-4 [overflow-wrap:anywhere]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink to={`/fxn/${slug}?version=${name}`} className="figures min-h-6 text-16 font-medium">
          {name}
        </TextLink>
        {isCurrent ? <Badge kind="ok">Current</Badge> : null}
        <TimeAgo at={createdAt} className="meta-line" />
      </div>
      {changelog === '' ? null : (
        <p dir="auto" className="text-14 whitespace-pre-line text-text-2">
          {changelog}
        </p>
      )}
    </li>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  if (!isRouteErrorResponse(error) || (error.status !== 404 && error.status !== 410))
    return <FailedPage what="versions" title="This page could not be loaded" onRetry={() => void revalidate()} />
  const { why = '' } = (error.data ?? {}) as { why?: string }
  return (
    <>
      <title>Tool Not Found · Fettle</title>
      <PageHeader title="Tool Not Found" />
      <PageBody>
        <EmptyState
          icon={SearchX}
          title="There is no such tool"
          actions={
            <ButtonLink to="/explore" variant="primary">
              Back to Explore
            </ButtonLink>
          }
        >
          {why}
        </EmptyState>
      </PageBody>
    </>
  )
}

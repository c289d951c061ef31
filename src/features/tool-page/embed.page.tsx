import {
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { requestContext } from '#src/client/request-context.ts'
import { toasts } from '#src/client/toasts.ts'
import type { catalogContract } from '#src/features/catalog/catalog.schema.ts'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { ExternalLink } from '#src/ui/text-link.tsx'
import { Toaster } from '#src/ui/toaster.tsx'
import { InputCard } from './input-card.web.tsx'
import { openTool } from './open-tool.ts'
import { ResultsCard, WideResults } from './results-card.web.tsx'
import { useToolRun } from './use-tool-run.web.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { call, publicUrl } = context.get(requestContext)
  const slug = params.slug ?? ''
  const { fxn } = await call<typeof catalogContract.tool>('GET', '/api/tools/:id', { params: { id: slug }, query: {} })
  if (fxn.slug !== slug) throw redirect(`/embed/${fxn.slug}${new URL(request.url).search}`, 301)
  return { fxn, opening: await openTool(fxn), home: `${publicUrl}/fxn/${fxn.slug}` }
}

/** One tool and nothing around it, for the frames of other people's pages. */
export default function EmbedPage() {
  const { fxn, opening, home } = useLoaderData<typeof loader>()
  const tool = useToolRun(fxn, opening)
  return (
    <main className="mx-auto flex max-w-6xl flex-col gap-4 p-4">
      <title>{`${fxn.title} · Fettle`}</title>
      <meta name="robots" content="noindex" />
      <link rel="canonical" href={home} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1 dir="auto" className="min-w-0 text-20 [overflow-wrap:anywhere]">
          {fxn.title}
        </h1>
        <ExternalLink href={home} opensTab>
          Open in Fettle
        </ExternalLink>
      </div>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <InputCard tool={tool} fxn={fxn} />
        <ResultsCard tool={tool} fxn={fxn} />
      </div>
      <WideResults tool={tool} fxn={fxn} />
      <Toaster source={toasts} />
    </main>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const isMissing = isRouteErrorResponse(error) && (error.status === 404 || error.status === 410)
  return (
    <main className="p-4">
      <title>Tool Not Found · Fettle</title>
      {isMissing ? (
        <EmptyState level={1} title="Tool Not Found">
          It may have been taken down.{' '}
          <ExternalLink href="/explore" opensTab>
            Explore other tools
          </ExternalLink>
        </EmptyState>
      ) : (
        <ErrorState
          level={1}
          title="Failed to fetch tool"
          message="The fault is on our side, or your connection was lost. Please try again."
          onRetry={() => void revalidate()}
        />
      )}
    </main>
  )
}

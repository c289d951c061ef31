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
import { type PageServices, requestContext } from '#src/client/request-context.ts'
import { useSavedCopy } from '#src/client/use-saved-copy.ts'
import type { catalogContract, Fxn, FxnCard } from '#src/features/catalog/catalog.schema.ts'
import { ToolGrid } from '#src/features/catalog/tool-card.web.tsx'
import type { statementsContract } from '#src/features/moderation/moderation.schema.ts'
import { isErrorEnvelope } from '#src/lib/error-envelope.ts'
import type { StandingDecision } from '#src/lib/standing-decision.schema.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { FailedPage } from '#src/ui/shell/failed-page.tsx'
import { PageBody, PageHeader, SectionHeader } from '#src/ui/shell/page-header.tsx'
import { toDateText } from './date-text.ts'
import { toJsonLd } from './json-ld.ts'
import { openTool } from './open-tool.ts'
import { privacyText } from './privacy-text.ts'
import { ToolBench } from './tool-bench.web.tsx'
import { type Earlier, findEarlier } from './which-version.ts'
import { whyShut } from './why-shut.ts'

const MOST_RELATED = 6
const MOST_SIMILAR = 3

const isMissing = (error: unknown): error is Response =>
  error instanceof Response && (error.status === 404 || error.status === 410)

/** What to offer in place of a tool that is not there: what may have been meant, or what others use. */
interface Instead {
  /** Why it is not there. */
  readonly why: string
  /** There, while the version that was asked for is not. */
  readonly tool?: { readonly slug: string; readonly title: string }
  readonly title: string
  readonly tools: readonly FxnCard[]
}

async function findInstead({ call }: PageServices, slug: string): Promise<Omit<Instead, 'why'>> {
  const search = async (query: { search?: string; sort?: 'popular' }) => {
    const found = call<typeof catalogContract.search>('GET', '/api/discovery/search', { query })
    const { fxns } = await found.catch(() => ({ fxns: [] }))
    return fxns.slice(0, MOST_SIMILAR)
  }
  const similar = await search({ search: slug.replaceAll(/[^a-z0-9]+/gi, ' ').slice(0, 100) })
  if (similar.length > 0) return { title: 'Similar tools', tools: similar }
  return { title: 'Popular tools', tools: await search({ sort: 'popular' }) }
}

async function whyMissing(refused: Response): Promise<string> {
  if (refused.status === 404) return 'The address may be mistyped, or the tool may have been renamed.'
  const body: unknown = await refused.clone().json()
  return isErrorEnvelope(body) ? `${body.error.message}.` : ''
}

const findDecision = async ({ call, viewer }: PageServices, id: string): Promise<StandingDecision | null> =>
  viewer === null
    ? null
    : call<typeof statementsContract.ofTool>('GET', '/api/statements/of-tool/:id', { params: { id } }).then(
        ({ decision }) => decision,
        () => null,
      )

/** For its owner, whose list of tools leads to the whole decision. */
const whyTaken = ({ decision, reason }: StandingDecision): string =>
  `Our moderators have ${decision === 'hide' ? 'hidden' : 'removed'} this tool of yours: ${reason} Your list of tools leads to the decision.`

const callTool = ({ call }: PageServices, slug: string, query: { version?: string } = {}) =>
  call<typeof catalogContract.tool>('GET', '/api/tools/:id', { params: { id: slug }, query })

/** Throws 404 where only the version is missing, or is none. */
async function fetchVersion(services: PageServices, slug: string, version: string): Promise<Fxn> {
  try {
    return (await callTool(services, slug, { version })).fxn
  } catch (error) {
    if (!(error instanceof Response) || (error.status !== 404 && error.status !== 422)) throw error
    const { title } = await fetchTool(services, slug)
    const why = `There is no version “${version.slice(0, 40)}” of ${title} that you can open.`
    throw data({ instead: { why, tool: { slug, title }, title: '', tools: [] } satisfies Instead }, { status: 404 })
  }
}

async function fetchTool(services: PageServices, slug: string): Promise<Fxn> {
  try {
    return (await callTool(services, slug)).fxn
  } catch (error) {
    if (!isMissing(error)) throw error
    const [why, decision, instead] = await Promise.all([
      whyMissing(error),
      findDecision(services, slug),
      findInstead(services, slug),
    ])
    throw data({ instead: { why: decision === null ? why : whyTaken(decision), ...instead } }, { status: error.status })
  }
}

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const services = context.get(requestContext)
  const slug = params.slug ?? ''
  // Not that of the request, which says more where a page in the browser asks.
  const { search } = url
  const searchParams = new URLSearchParams(search)
  const version = searchParams.get('version')
  const fxn = version === null ? await fetchTool(services, slug) : await fetchVersion(services, slug, version)
  // A former slug, or the id.
  if (fxn.slug !== slug) throw redirect(`/fxn/${fxn.slug}${search}`, 301)
  // What its creator calls 1.1.0 has an address of its own, which runs go by as well.
  if (version !== null && version !== String(fxn.version) && fxn.licence !== null) {
    searchParams.set('version', String(fxn.version))
    throw redirect(`/fxn/${slug}?${searchParams}`, 301)
  }
  const [opening, { shut, isLent }, earlier, related] = await Promise.all([
    openTool(fxn),
    whyShut(services, fxn),
    version === null ? undefined : findEarlier(services, fxn),
    services
      .call<typeof catalogContract.related>('GET', '/api/tools/:id/related', { params: { id: fxn.id } })
      .catch(() => ({ fxns: [] })),
  ])
  return {
    fxn,
    opening,
    shut,
    isLent,
    related: related.fxns.filter(({ id }) => id !== fxn.id).slice(0, MOST_RELATED),
    origin: services.publicUrl,
    // Written by the server, as long words, and dates, weigh in a script.
    privacy: privacyText({ isLocal: opening.isLocal, refundOpen: fxn.refundOpen }),
    updated: earlier === undefined ? toDateText(fxn.updatedAt) : withCurrent(earlier),
    jsonLd: toJsonLd(fxn, `${services.publicUrl}/fxn/${fxn.slug}`),
  }
}

export default function ToolPage() {
  const { fxn, related, jsonLd, ...bench } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta
        title={`${fxn.title} · Fettle`}
        description={fxn.description}
        path={`/fxn/${fxn.slug}`}
        image={`/cards/${fxn.slug}.png`}
      />
      <script type="application/ld+json">{jsonLd}</script>
      <ToolBench key={`${fxn.id} ${fxn.version}`} fxn={fxn} {...bench}>
        {related.length === 0 ? null : (
          <section aria-labelledby="related" className="flex flex-col gap-4">
            <SectionHeader id="related" title="Related tools" />
            <ToolGrid tools={related} />
          </section>
        )}
      </ToolBench>
    </>
  )
}

/** Worked out here: said by a part of its own, it would weigh on every page. */
const withCurrent = ({ published, current }: Earlier) => ({
  ...published,
  text: `${published.text}; ${current} is the current version`,
})

const insteadIn = (error: unknown): Instead | undefined =>
  isRouteErrorResponse(error) ? (error.data as { instead?: Instead } | null)?.instead : undefined

export function ErrorBoundary() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  useSavedCopy(!isRouteErrorResponse(error))
  if (!isRouteErrorResponse(error) || (error.status !== 404 && error.status !== 410))
    return <FailedPage what="tool" title="This tool could not be loaded" onRetry={() => void revalidate()} />
  return <ToolNotFound instead={insteadIn(error)} />
}

function ToolNotFound({ instead }: { instead: Instead | undefined }) {
  const title = instead?.tool === undefined ? 'Tool Not Found' : 'Version Not Found'
  return (
    <>
      <title>{`${title} · Fettle`}</title>
      <PageHeader
        title={title}
        lead={instead?.why}
        actions={
          <ButtonLink to={instead?.tool === undefined ? '/explore' : `/fxn/${instead.tool.slug}`} variant="primary">
            {instead?.tool === undefined ? 'Back to Explore' : 'Open the current version'}
          </ButtonLink>
        }
      />
      <PageBody>
        {instead === undefined || instead.tools.length === 0 ? null : (
          <section aria-labelledby="instead" className="flex flex-col gap-4">
            <SectionHeader id="instead" title={instead.title} />
            <ToolGrid tools={instead.tools} />
          </section>
        )}
      </PageBody>
    </>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Pricing } from '#src/features/catalog/catalog.schema.ts'
import { counted } from '#src/features/catalog/count-text.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Badge } from '#src/ui/badge.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { MyTool } from './creator-tools.schema.ts'

const PricingDialog = lazyPart(async () => (await import('#src/features/pricing/pricing-dialog.web.tsx')).PricingDialog)

const STATES: Readonly<
  Record<MyTool['state'], { readonly label: string; readonly kind: 'neutral' | 'ok' | 'warn' | 'bad' }>
> = {
  draft: { label: 'Draft', kind: 'neutral' },
  published: { label: 'Published', kind: 'ok' },
  changed: { label: 'Unpublished changes', kind: 'warn' },
  hidden: { label: 'Hidden', kind: 'warn' },
  removed: { label: 'Removed', kind: 'bad' },
}

const priceWords = ({ accessTier, price }: Pricing): string =>
  accessTier === 'pro' ? 'Pro tier' : price === 0 ? 'Free' : dollars(price)

const figures = ({ semver, pricing, runCount, favoriteCount, avgRating, ratingCount }: MyTool): string =>
  [
    `Version ${semver ?? '1'}`,
    ...(pricing === null ? [] : [priceWords(pricing)]),
    counted(runCount, 'run'),
    counted(favoriteCount, 'favourite'),
    ratingCount === 0 ? 'no ratings' : `${avgRating.toFixed(1)} of 5 in ${counted(ratingCount, 'rating')}`,
  ].join(' · ')

/** Why a tool is not to be seen, which its statement says in full, with the way to appeal. */
const Decision = ({ tool: { decision, state, title } }: { readonly tool: MyTool }) =>
  decision === null ? (
    state === 'hidden' ? (
      <p className="text-13 text-text-2">Shown once a moderator has looked at it.</p>
    ) : null
  ) : (
    <p className="text-13 [overflow-wrap:anywhere] text-text-2">
      By our moderators: {decision.reason}
      <br />
      <TextLink to={`/statements/${decision.statementId}`} className="relative z-1 inline-block min-h-6">
        Read the decision<span className="sr-only">: {title}</span>
      </TextLink>
    </p>
  )

/** What was removed has no builder any more. */
const pathOf = ({ id, slug, state, decision }: MyTool) => {
  if (state !== 'removed') return `/create-tool?draft=${id}`
  return decision === null ? `/fxn/${slug}` : `/statements/${decision.statementId}`
}

/** Each leads to its builder. */
export function MyToolList({ tools }: { readonly tools: readonly MyTool[] }) {
  const client = useQueryClient()
  const [priced, setPriced] = useState<MyTool>()
  return (
    <>
      <ul className="divide-y divide-line rounded-10 border border-line bg-surface">
        {tools.map((tool) => {
          const { label, kind } = STATES[tool.state]
          return (
            <li key={tool.id} className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover">
              <span aria-hidden="true" className="w-6 text-center text-18">
                {tool.icon}
              </span>
              <div className="flex min-w-0 flex-1 basis-48 flex-col">
                <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                  <Link
                    to={pathOf(tool)}
                    dir="auto"
                    title={tool.title}
                    className="min-h-6 min-w-0 truncate [text-align:match-parent] text-14 leading-6 font-medium after:absolute after:inset-0"
                  >
                    {tool.title || 'Untitled tool'}
                  </Link>
                  {tool.underMaintenance ? <Badge kind="warn">Under maintenance</Badge> : null}
                  <Badge kind={kind}>{label}</Badge>
                </div>
                <span className="meta-line">{tool.slug === null ? 'Nobody else sees it' : figures(tool)}</span>
                <Decision tool={tool} />
              </div>
              {tool.slug === null || tool.state === 'removed' ? null : (
                <span className="relative z-1 flex items-baseline gap-x-4 text-13">
                  <TextLink to={`/tools/${tool.id}/figures`} className="min-h-6">
                    Figures<span className="sr-only"> of {tool.title}</span>
                  </TextLink>
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    onClick={() => setPriced(tool)}
                    className="min-h-6 rounded-4 text-accent-text underline underline-offset-2 hover:no-underline pointer-coarse:min-h-11"
                  >
                    Pricing<span className="sr-only"> of {tool.title}</span>
                  </button>
                  <TextLink to={`/fxn/${tool.slug}`} className="min-h-6">
                    View<span className="sr-only"> {tool.title}</span>
                  </TextLink>
                </span>
              )}
              <TimeAgo at={tool.updatedAt} className="meta-line hidden sm:block" />
            </li>
          )
        })}
      </ul>
      {priced === undefined ? null : (
        <Suspense>
          <PricingDialog
            tool={priced}
            onClose={() => setPriced(undefined)}
            onChanged={() => void client.invalidateQueries({ queryKey: ['/api/tools'] })}
          />
        </Suspense>
      )}
    </>
  )
}

import type { ReactNode } from 'react'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { CATEGORY_NAMES } from '#src/features/catalog/categories.ts'
import { counted } from '#src/features/catalog/count-text.ts'
import { tagUrl } from '#src/features/catalog/tag-url.ts'
import { RunsIn } from '#src/features/catalog/tool-card.web.tsx'
import { useFavorite } from '#src/features/favorites/favorite-button.web.tsx'
import { Badge, TagLink } from '#src/ui/badge.tsx'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { PageHeader } from '#src/ui/shell/page-header.tsx'
import { durationText } from './duration-text.ts'
import { priceOf } from './offer.ts'

interface ToolHeadProps {
  readonly fxn: Fxn
  /** Of the last run in this page, in milliseconds. */
  readonly durationMs: number | undefined
  readonly actions: ReactNode
}

function FavoriteCount({ fxn }: { fxn: Fxn }) {
  const { favoriteCount } = useFavorite(fxn)
  return favoriteCount === 0 ? null : <span className="meta-line">{counted(favoriteCount, 'favourite')}</span>
}

export function ToolHead({ fxn, durationMs, actions }: ToolHeadProps) {
  const price = priceOf(fxn)
  return (
    <PageHeader
      eyebrow={<Breadcrumbs trail={[{ label: 'Explore', to: '/explore' }, { label: fxn.title }]} />}
      title={fxn.title}
      lead={fxn.description}
      actions={actions}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1">
        <span className="flex flex-wrap items-center gap-1.5">
          {fxn.accessTier === 'pro' ? <Badge kind="accent">PRO</Badge> : null}
          <Badge>{CATEGORY_NAMES[fxn.category]}</Badge>
        </span>
        <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
          {fxn.tags.map((tag) => (
            <li key={tag.id} className="max-w-48">
              <TagLink to={tagUrl(tag.slug)}>{tag.name}</TagLink>
            </li>
          ))}
        </ul>
        <span className="flex flex-wrap items-center gap-x-3 bg-canvas pe-2">
          <RunsIn place={fxn.runsIn} />
          {price === undefined ? null : <span className="meta-line">{price}</span>}
          <span className="meta-line">{counted(fxn.runCount, 'run')}</span>
          <FavoriteCount fxn={fxn} />
          {durationMs === undefined ? null : <span className="meta-line">last run {durationText(durationMs)}</span>}
        </span>
      </div>
    </PageHeader>
  )
}

import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { usePriceText } from '#src/client/price-with-tax.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { CATEGORY_NAMES } from '#src/features/catalog/categories.ts'
import { counted } from '#src/features/catalog/count-text.ts'
import { tagUrl } from '#src/features/catalog/tag-url.ts'
import { Rating, RunsIn } from '#src/features/catalog/tool-card.web.tsx'
import { useFavorite } from '#src/features/favorites/favorite-button.web.tsx'
import { Badge, TagLink } from '#src/ui/badge.tsx'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { PageHeader } from '#src/ui/shell/page-header.tsx'
import type { DateText } from './date-text.ts'
import { durationText } from './duration-text.ts'
import { CreatorLine } from './later-parts.web.tsx'

interface ToolHeadProps {
  readonly fxn: Fxn
  readonly updated: DateText
  /** Of the last run in this page, in milliseconds. */
  readonly durationMs: number | undefined
  readonly onCases: () => void
  readonly actions: ReactNode
}

function FavoriteCount({ fxn }: { fxn: Fxn }) {
  const { favoriteCount } = useFavorite(fxn)
  return favoriteCount === 0 ? null : <span className="meta-line">{counted(favoriteCount, 'favourite')}</span>
}

interface VerifiedButtonProps {
  readonly verified: NonNullable<Fxn['verified']>
  readonly onOpen: () => void
}

/** Opens the list of cases. Without scripts it is plain text, and the examples below are the same cases. */
const VerifiedButton = ({ verified: { passed, of }, onOpen }: VerifiedButtonProps) => (
  <button
    type="button"
    aria-haspopup="dialog"
    onClick={onOpen}
    className={`meta-line meta-button ${passed === of ? 'text-ok!' : 'text-warn!'}`}
  >
    {passed === of ? <CircleCheck size={14} /> : <TriangleAlert size={14} />}
    {passed === of ? `Verified: ${of}` : `${passed} of ${of}`} published cases pass
  </button>
)

export function ToolHead({ fxn, updated, durationMs, onCases, actions }: ToolHeadProps) {
  const price = usePriceText(fxn)
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
        <span className="flex flex-wrap items-center gap-x-5 bg-canvas pe-2">
          <RunsIn place={fxn.runsIn} isSentence />
          {price === undefined ? null : <span className="meta-line">{price}</span>}
          {fxn.verified === null ? null : <VerifiedButton verified={fxn.verified} onOpen={onCases} />}
          <span className="meta-line">{fxn.ratingCount === 0 ? 'No ratings yet' : <Rating tool={fxn} />}</span>
          <span className="meta-line">{counted(fxn.runCount, 'run')}</span>
          {fxn.successRate === null ? null : (
            <span className="meta-line">{Math.floor(fxn.successRate * 100)} % of runs succeed</span>
          )}
          <FavoriteCount fxn={fxn} />
          <span className="meta-line">
            Version {fxn.semver ?? fxn.version}, updated{' '}
            <time dateTime={updated.exact} title={updated.title}>
              {updated.text}
            </time>
          </span>
          {/* Its place is kept: a line that grows would move the form from under the pointer that has just pressed Run. */}
          <span className="meta-line min-w-40">
            {durationMs === undefined ? '\u00a0' : `last run ${durationText(durationMs)}`}
          </span>
        </span>
      </div>
      {(fxn.creator ?? fxn.underMaintenance) && (
        <Suspense>
          <CreatorLine fxn={fxn} />
        </Suspense>
      )}
    </PageHeader>
  )
}

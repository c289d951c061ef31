import { MonitorCheck, Server, Star } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { usePriceText } from '#src/client/price-with-tax.ts'
import { FavoriteButton, useFavorite } from '#src/features/favorites/favorite-button.web.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { classNames } from '#src/ui/class-names.ts'
import type { FxnCard } from './catalog.schema.ts'
import { CATEGORY_NAMES } from './categories.ts'
import { counted } from './count-text.ts'

const TAGS_ON_CARD = 3
const NEAR = '50px'

/** The place of the star, which it has before it comes, too. */
const STAR = 'flex-none -me-2 -mb-2'

const neverChanges = () => () => undefined

/** Whether the element is, or was, within 50 pixels of what is seen. */
export function useNear(element: RefObject<HTMLElement | null>, startsNear: boolean): boolean {
  const [isNear, setNear] = useState(startsNear)
  useEffect(() => {
    if (isNear || element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: NEAR },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isNear])
  return isNear
}

/** Cards of a page that came as HTML count as near: what can be seen there is not taken away. */
const useCameAsHtml = () =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )

/** The mean is never shown without the number of votes behind it. */
export const Rating = ({ tool: { avgRating, ratingCount } }: { tool: FxnCard }) =>
  ratingCount === 0 ? null : (
    <span className="inline-flex items-center gap-1">
      <Star size={12} aria-hidden="true" />
      <span aria-hidden="true">
        {avgRating.toFixed(1)} ({counted(ratingCount, '', '').trim()})
      </span>
      <span className="sr-only">
        {avgRating.toFixed(1)} of 5 stars in {counted(ratingCount, 'rating')}
      </span>
    </span>
  )

interface RunsInProps {
  readonly place: FxnCard['runsIn']
  /** Said by itself, not on a card of many. */
  readonly isSentence?: boolean
  /** Without it, its room is kept. */
  readonly hasIcon?: boolean
}

/** Where a run happens, in words. */
export function RunsIn({ place, isSentence = false, hasIcon = true }: RunsInProps) {
  const Icon = place === 'browser' ? MonitorCheck : Server
  return (
    <span className={classNames('meta-line inline-flex items-center gap-1 whitespace-nowrap', !hasIcon && 'ps-4.5')}>
      {hasIcon ? <Icon size={14} /> : null}
      <span className={isSentence ? '' : 'first-letter:uppercase'}>
        {isSentence ? 'Runs ' : ''}
        {place === 'browser' ? 'in your browser' : 'on our server'}
      </span>
    </span>
  )
}

/**
 * A tool in a grid: the title is its link, the whole card the target; its creator's page is a link of the tool's. Its
 * text is always there, to be found in the page, reached by keyboard, and for the page to keep its height; what works on
 * it comes when the card is near.
 */
export function ToolCard({ tool, level = 3 }: { tool: FxnCard; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  const shown = tool.tags.slice(0, TAGS_ON_CARD)
  const isPro = tool.accessTier === 'pro'
  const price = usePriceText(tool)
  const { favoriteCount } = useFavorite(tool)
  const card = useRef<HTMLElement>(null)
  const isNear = useNear(card, useCameAsHtml())
  return (
    <article
      ref={card}
      className={
        'group relative flex min-w-0 flex-col gap-2 overflow-hidden rounded-10 border border-line bg-surface p-4 ' +
        'shadow-1 transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-2'
      }
    >
      <p className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="eyebrow">{CATEGORY_NAMES[tool.category]}</span>
        <RunsIn place={tool.runsIn} hasIcon={isNear} />
      </p>
      <div className="flex items-start justify-between gap-2">
        <Heading
          dir="auto"
          title={tool.title}
          className="line-clamp-2 min-w-0 [text-align:match-parent] text-18 [overflow-wrap:anywhere]"
        >
          <Link
            to={`/fxn/${tool.slug}`}
            prefetch="intent"
            className={
              'outline-none after:absolute after:inset-0 after:rounded-10 group-hover:text-accent-text ' +
              'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring'
            }
          >
            {tool.title}
          </Link>
        </Heading>
        {isPro ? <Badge kind="accent">PRO</Badge> : null}
      </div>
      {tool.creator && (
        <p dir="auto" className="meta-line [text-align:match-parent] [overflow-wrap:anywhere]">
          by {tool.creator.name}
        </p>
      )}
      <p className="line-clamp-2 text-14 text-text-2 [overflow-wrap:anywhere]" title={tool.description}>
        {tool.description}
      </p>
      {shown.length > 0 ? (
        <ul aria-label="Tags" className="flex min-w-0 flex-wrap gap-1.5 text-12 text-text-2">
          {shown.map((tag) => (
            <li key={tag.id} title={tag.name} className="max-w-32 truncate rounded-4 bg-sunken px-1.5 py-0.5">
              {tag.name}
            </li>
          ))}
          {tool.tags.length > TAGS_ON_CARD ? <li className="py-0.5">+{tool.tags.length - TAGS_ON_CARD}</li> : null}
        </ul>
      ) : null}
      <div className="mt-auto flex min-h-9 items-center justify-between gap-2 border-t border-dashed border-line pt-1 pointer-coarse:min-h-12">
        <p className="meta-line flex flex-wrap items-center gap-x-2">
          <Rating tool={tool} />
          {[counted(tool.runCount, 'run'), counted(favoriteCount, 'favourite'), isPro && 'PRO ONLY', price]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {isNear ? (
          <FavoriteButton tool={tool} className={classNames(STAR, 'relative z-1')} />
        ) : (
          <span className={classNames(STAR, 'size-9 pointer-coarse:size-11')} />
        )}
      </div>
    </article>
  )
}

export const ToolGrid = ({ tools, level = 3 }: { tools: readonly FxnCard[]; level?: 2 | 3 }) => (
  <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
    {tools.map((tool) => (
      <li key={tool.id} className="grid min-w-0">
        <ToolCard tool={tool} level={level} />
      </li>
    ))}
  </ul>
)

import { MonitorCheck, Server } from 'lucide-react'
import { Link } from 'react-router'
import { FavoriteButton, useFavorite } from '#src/features/favorites/favorite-button.web.tsx'
import { Badge } from '#src/ui/badge.tsx'
import type { FxnCard } from './catalog.schema.ts'
import { CATEGORY_NAMES } from './categories.ts'
import { counted } from './count-text.ts'

const TAGS_ON_CARD = 3

/** Where a run happens, in words. */
export const RunsIn = ({ place }: { place: FxnCard['runsIn'] }) => (
  <span className="meta-line inline-flex items-center gap-1">
    {place === 'browser' ? <MonitorCheck size={14} /> : <Server size={14} />}
    {place === 'browser' ? 'In your browser' : 'On our server'}
  </span>
)

/** A tool in a grid: the title is its one link, the whole card the target. */
export function ToolCard({ tool, level = 3 }: { tool: FxnCard; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  const shown = tool.tags.slice(0, TAGS_ON_CARD)
  const isPro = tool.accessTier === 'pro'
  const { favoriteCount } = useFavorite(tool)
  return (
    <article
      className={
        'group relative flex min-w-0 flex-col gap-2 overflow-hidden rounded-10 border border-line bg-surface p-4 ' +
        'shadow-1 transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-2'
      }
    >
      <p className="flex items-center justify-between gap-2">
        <span className="eyebrow">{CATEGORY_NAMES[tool.category]}</span>
        <RunsIn place={tool.runsIn} />
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
      <div className="mt-auto flex items-center justify-between gap-2 border-t border-dashed border-line pt-1">
        <p className="meta-line">
          {[counted(tool.runCount, 'run'), counted(favoriteCount, 'favourite'), ...(isPro ? ['PRO ONLY'] : [])].join(
            ' · ',
          )}
        </p>
        <FavoriteButton tool={tool} className="relative z-1 -me-2 -mb-2" />
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

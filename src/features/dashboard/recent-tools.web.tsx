import { Link } from 'react-router'
import type { QueryLike } from '#src/client/query-view.tsx'
import type { FxnCard } from '#src/features/catalog/catalog.schema.ts'
import { CATEGORY_NAMES } from '#src/features/catalog/categories.ts'
import { OptionalPart } from './optional-part.web.tsx'

const MOST_SHOWN = 6

interface RecentToolsProps {
  readonly query: QueryLike<{ fxns: FxnCard[] }>
}

/** Leads back to the tools that somebody opened last. */
export const RecentTools = ({ query }: RecentToolsProps) => (
  <OptionalPart
    id="recent-tools"
    title="Recent tools"
    noun="recent tools"
    query={query}
    isEmpty={({ fxns }) => fxns.length === 0}
  >
    {({ fxns }) => (
      <ul className="divide-y divide-line rounded-10 border border-line bg-surface">
        {fxns.slice(0, MOST_SHOWN).map(({ id, slug, title, category }) => (
          <li key={id} className="relative flex items-center gap-3 px-4 py-2 hover:bg-hover">
            <Link
              to={`/fxn/${slug}`}
              dir="auto"
              title={title}
              className="min-w-0 flex-1 min-h-6 truncate [text-align:match-parent] text-14 leading-6 font-medium after:absolute after:inset-0"
            >
              {title}
            </Link>
            <span className="meta-line">{CATEGORY_NAMES[category]}</span>
          </li>
        ))}
      </ul>
    )}
  </OptionalPart>
)

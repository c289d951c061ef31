import { Link } from 'react-router'
import type { FxnCard } from '#src/features/catalog/catalog.schema.ts'
import { CATEGORY_NAMES } from '#src/features/catalog/categories.ts'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'

const MOST_SHOWN = 6

/** Leads back to the tools that somebody opened last; takes no room while there are none. */
export const RecentTools = ({ tools }: { readonly tools: readonly FxnCard[] }) =>
  tools.length === 0 ? null : (
    <section aria-labelledby="recent-tools" className="flex min-w-0 flex-col gap-4">
      <SectionHeader id="recent-tools" title="Recent tools" />
      <ul className="divide-y divide-line rounded-10 border border-line bg-surface">
        {tools.slice(0, MOST_SHOWN).map(({ id, slug, title, category }) => (
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
    </section>
  )

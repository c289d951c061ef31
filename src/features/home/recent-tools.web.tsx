import { Link } from 'react-router'
import type { FxnCard } from '#src/features/catalog/catalog.schema.ts'
import { CATEGORY_NAMES } from '#src/features/catalog/categories.ts'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'

export type RecentTool = Pick<FxnCard, 'slug' | 'title' | 'category'>

/** The way back to what somebody opened last. */
export const RecentTools = ({ tools }: { tools: readonly RecentTool[] }) =>
  tools.length === 0 ? null : (
    <section aria-labelledby="recent" className="flex flex-col gap-4">
      <SectionHeader id="recent" title="Your recent tools" />
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {tools.map(({ slug, title, category }) => (
          <li key={slug} className="min-w-0">
            <Link
              to={`/fxn/${slug}`}
              className="flex min-h-11 items-baseline gap-3 rounded-6 border border-line border-s-2 border-s-mark bg-surface px-4 py-2.5 hover:border-line-strong hover:border-s-mark hover:bg-hover"
            >
              <span dir="auto" title={title} className="min-w-0 flex-1 truncate text-14 font-semibold">
                {title}
              </span>
              <span className="meta-line flex-none">{CATEGORY_NAMES[category]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )

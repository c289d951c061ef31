import { usePriceText } from '#src/client/price-with-tax.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { CATEGORY_NAMES } from '#src/features/catalog/categories.ts'
import { counted } from '#src/features/catalog/count-text.ts'
import { ToolCard } from '#src/features/catalog/tool-card.web.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { SNIPPET_TEXT, SNIPPET_TITLE, TITLE_SUFFIX } from './listing-quality.ts'

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`)

const Part = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-2">
    <h3 className="eyebrow">{title}</h3>
    {children}
  </div>
)

/** Only to be looked at: of what is not published there is nothing yet that a card could lead to. */
function CardPicture({ fxn }: { readonly fxn: Fxn }) {
  const price = usePriceText(fxn)
  const figures = [counted(fxn.runCount, 'run'), counted(fxn.favoriteCount, 'favourite'), price].filter(Boolean)
  return (
    <div role="img" aria-label={[fxn.title, ...figures].join(', ')}>
      <div inert>
        <ToolCard tool={fxn} />
      </div>
    </div>
  )
}

/** The tool as a card, as the head of its page, and as a search engine shows it. */
export const ListingPreview = ({ fxn, origin, creator }: { fxn: Fxn; origin: string; creator: string }) => (
  <div className="grid items-start gap-6 sm:grid-cols-2">
    <Part title="Card in Explore">
      <CardPicture fxn={fxn} />
    </Part>
    <Part title="Search engine">
      <div className="flex min-w-0 flex-col gap-1 rounded-10 border border-line bg-surface p-4">
        <p className="truncate text-12 text-text-2">
          {origin.replace(/^https?:\/\//, '')} › fxn › {fxn.slug}
        </p>
        <p className="text-18 text-accent-text [overflow-wrap:anywhere]">
          {cut(`${fxn.title}${TITLE_SUFFIX}`, SNIPPET_TITLE)}
        </p>
        <p className="text-13 text-text-2 [overflow-wrap:anywhere]">{cut(fxn.description, SNIPPET_TEXT)}</p>
      </div>
    </Part>
    <div className="sm:col-span-2">
      <Part title="Head of its page">
        <div className="bench-grid flex flex-col gap-2 rounded-10 border border-line p-5">
          <p className="w-fit bg-canvas pe-2 text-26 font-semibold [overflow-wrap:anywhere]">{fxn.title}</p>
          <p className="w-fit bg-canvas pe-2 text-14 text-text-2 [overflow-wrap:anywhere]">{fxn.description}</p>
          <span className="flex flex-wrap items-center gap-2">
            <Badge>{CATEGORY_NAMES[fxn.category]}</Badge>
            <span className="meta-line bg-canvas px-1">by {creator}</span>
          </span>
        </div>
      </Part>
    </div>
  </div>
)

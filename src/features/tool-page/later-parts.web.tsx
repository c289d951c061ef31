import { type ComponentType, type ReactNode, Suspense, useRef, useState } from 'react'
import { useNear } from '#src/features/catalog/tool-card.web.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { ExternalLink } from '#src/ui/text-link.tsx'

/** A part that comes when somebody asks for it. */
function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazyPart(load)
  return (props: Props) => (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <Part {...props} />
    </Suspense>
  )
}

/** Most tools came with Fettle, and have none. */
export const CreatorLine = lazyPart(() => import('./creator-line.web.tsx').then((file) => file.CreatorLine))
export const Lent = lazyPart(() => import('#src/features/purchases/lent.web.tsx').then((file) => file.Lent))
export const Paywall = lazyPart(() => import('#src/features/purchases/paywall.web.tsx').then((file) => file.Paywall))
export const VerifiedCases = later(() => import('./verified-cases.web.tsx').then((file) => file.VerifiedCases))
const ReviewsSection = later(() =>
  import('#src/features/reviews/reviews-section.web.tsx').then((file) => file.ReviewsSection),
)
const ApiPanel = later(() => import('./api-panel.web.tsx').then((file) => file.ApiPanel))
const HistoryPanel = later(() => import('./history-panel.web.tsx').then((file) => file.HistoryPanel))

/** Its content is only there while it is open. */
function Opened({ summary, closed, children }: { summary: string; closed?: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure summary={summary} onToggle={setOpen}>
      {isOpen ? children : closed}
    </Disclosure>
  )
}

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never

export const EarlierRuns = (props: PropsOf<typeof HistoryPanel>) => (
  <Opened summary="Earlier runs in this browser">
    <HistoryPanel {...props} />
  </Opened>
)

export const UseElsewhere = (props: PropsOf<typeof ApiPanel>) => (
  <Opened
    summary="Use it from your own program, page or workflow"
    // Without scripts, too.
    closed={<ExternalLink href={`/api/tools/${props.fxn.slug}/openapi.json`}>OpenAPI document</ExternalLink>}
  >
    <ApiPanel {...props} />
  </Opened>
)

/** At the end of the page, and comes when somebody gets there. */
export function RatingsAndReviews(props: PropsOf<typeof ReviewsSection>) {
  const section = useRef<HTMLElement>(null)
  const isNear = useNear(section, false)
  return (
    <section ref={section} aria-labelledby="reviews" className="flex flex-col gap-4">
      <SectionHeader id="reviews" title="Ratings and Reviews" />
      {isNear ? <ReviewsSection {...props} /> : null}
    </section>
  )
}

import { Link } from 'react-router'
import type { QueryLike } from '#src/client/query-view.tsx'
import type { WaitingReview } from '#src/features/reviews/reviews.schema.ts'
import type { WorkflowEntry } from '#src/features/workflows/workflows.schema.ts'
import { Badge } from '#src/ui/badge.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { isKnownEmpty, PartView } from './optional-part.web.tsx'

interface FailingPage {
  readonly workflows: WorkflowEntry[]
  readonly cursor: string | null
}
interface WaitingReviews {
  readonly reviews: WaitingReview[]
  readonly count: number
}

const SHOWN = 5
const LIST = 'divide-y divide-line rounded-10 border border-line bg-surface'
const ROW = 'relative flex items-center gap-x-4 px-4 py-3 hover:bg-hover'
const NAME =
  'min-w-0 flex-1 min-h-6 truncate [text-align:match-parent] text-14 leading-6 font-medium after:absolute after:inset-0'

const nothingFails = ({ workflows }: FailingPage) => workflows.length === 0
const nobodyWaits = ({ reviews }: WaitingReviews) => reviews.length === 0

interface NeedsYouProps {
  readonly failing: QueryLike<FailingPage>
  readonly reviews: QueryLike<WaitingReviews>
}

/** What goes wrong, and who waits for an answer; takes no room while there is nothing. */
export function NeedsYou({ failing, reviews }: NeedsYouProps) {
  if (isKnownEmpty(failing, nothingFails) && isKnownEmpty(reviews, nobodyWaits)) return null
  return (
    <section aria-labelledby="needs-you" className="flex min-w-0 flex-col gap-4">
      <SectionHeader id="needs-you" title="Needs you" />
      <PartView query={failing} noun="workflows that are failing" isEmpty={nothingFails}>
        {(page) => <Failing page={page} />}
      </PartView>
      <PartView query={reviews} noun="reviews that wait for you" isEmpty={nobodyWaits}>
        {(waiting) => <Waiting waiting={waiting} />}
      </PartView>
    </section>
  )
}

const Failing = ({ page: { workflows, cursor } }: { readonly page: FailingPage }) => (
  <>
    <ul className={LIST}>
      {workflows.slice(0, SHOWN).map(({ id, name }) => (
        <li key={id} className={ROW}>
          <Link to={`/workflows/${id}/executions`} dir="auto" title={name} className={NAME}>
            {name}
          </Link>
          <Badge kind="bad">Failing</Badge>
        </li>
      ))}
    </ul>
    {workflows.length > SHOWN || cursor !== null ? (
      <TextLink to="/workflows?status=failing" className="w-fit text-14 leading-6">
        All workflows that are failing
      </TextLink>
    ) : null}
  </>
)

const Waiting = ({ waiting: { reviews, count } }: { readonly waiting: WaitingReviews }) => (
  <>
    <ul className={LIST}>
      {reviews.map(({ id, tool, title, stars, createdAt }) => (
        <li key={id} className={ROW}>
          <div className="flex min-w-0 flex-1 flex-col">
            <Link to={`/fxn/${tool.slug}#reviews`} dir="auto" title={title} className={NAME}>
              {title}
            </Link>
            <p dir="auto" className="truncate text-13 text-text-2">
              {tool.title}
            </p>
          </div>
          <TimeAgo at={createdAt} className="meta-line hidden sm:block" />
          <Badge>{stars === 1 ? '1 star, not answered' : `${stars} stars, not answered`}</Badge>
        </li>
      ))}
    </ul>
    {count > reviews.length ? (
      <p className="text-13 text-text-2">{count - reviews.length} more reviews are not answered.</p>
    ) : null}
  </>
)

import { useEffect, useRef, useState } from 'react'
import { useNavigate, useRouteLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { authPath } from '#src/client/safe-redirect.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { RatingHistogram } from './rating-histogram.web.tsx'
import { ReviewDialog, type ReviewTask } from './review-dialog.web.tsx'
import { PRESSED, ReviewItem } from './review-item.web.tsx'
import { REVIEW_SORTS, REVIEW_WORDS, type ReviewSort, whyNoVote } from './review-rules.ts'
import type { reviewsContract } from './reviews.schema.ts'
import { StarChoice } from './star-choice.web.tsx'
import { type Reviews, useReviews } from './use-reviews.web.tsx'

interface ReviewsSectionProps {
  readonly fxn: { readonly id: string; readonly slug: string; readonly title: string }
}

const SORT_WORDS: Readonly<Record<ReviewSort, string>> = { helpful: 'Most helpful', recent: 'Newest' }

/** What people say of a tool, and what I say. */
export function ReviewsSection({ fxn }: ReviewsSectionProps) {
  const viewer = useRouteLoaderData<{ viewer: { readonly id: string } | null }>('root')?.viewer ?? null
  const reviews = useReviews(fxn.id)
  const [task, setTask] = useState<ReviewTask>()
  const { loaded, failed, loading, sort, load, loadMore, putEntry } = reviews
  if (loaded === undefined)
    return failed ? (
      <NotLoaded onRetry={load} />
    ) : (
      <p role="status" className="text-text-2">
        Loading ratings and reviews…
      </p>
    )
  const { summary, entries, hasMore } = loaded
  const shownSort = loading === 'all' ? sort : loaded.sort
  return (
    <div className="flex flex-col gap-6">
      <div className="grid items-start gap-x-10 gap-y-6 rounded-10 border border-line bg-surface p-4 lg:grid-cols-2">
        <RatingHistogram summary={summary} />
        <MyVoice fxn={fxn} reviews={reviews} isSignedIn={viewer !== null} onTask={setTask} />
      </div>
      {failed === 'all' ? <NotLoaded onRetry={load} /> : null}
      {entries.length === 0 ? (
        <EmptyState level={3} title="No reviews yet">
          {summary.isOwner ? 'Here you read and answer what people write.' : 'Say first what it is good for.'}
        </EmptyState>
      ) : (
        <>
          {entries.length < 2 ? null : (
            <fieldset aria-label="Order of reviews" className="flex flex-wrap gap-1.5">
              {REVIEW_SORTS.map((one) => (
                <Button
                  key={one}
                  size="dense"
                  aria-pressed={one === shownSort}
                  onClick={() => void load(one)}
                  className={PRESSED}
                >
                  {SORT_WORDS[one]}
                </Button>
              ))}
            </fieldset>
          )}
          <ul aria-busy={loading === 'all'} className="divide-y divide-line rounded-10 border border-line bg-surface">
            {entries.map((entry) => (
              <ReviewItem
                key={entry.review.id}
                entry={entry}
                whyNoVote={whyNoVote({ isSignedIn: viewer !== null, isOwn: entry.isOwn, isOwner: summary.isOwner })}
                mayReply={summary.isOwner}
                onEntry={putEntry}
                onTask={setTask}
              />
            ))}
          </ul>
          <FormRefusal
            message={failed === 'more' ? 'Unable to load more reviews. Please try again later.' : undefined}
          />
          {hasMore ? (
            <Button
              className="w-fit"
              busy={loading === 'more'}
              disabled={loading === 'all'}
              onClick={() => void loadMore()}
            >
              Load more reviews
            </Button>
          ) : null}
        </>
      )}
      {task === undefined ? null : (
        <ReviewDialog
          fxn={fxn}
          task={task}
          onClose={() => setTask(undefined)}
          onEntry={putEntry}
          onGone={() => void load()}
        />
      )}
    </div>
  )
}

const NotLoaded = ({ onRetry }: { readonly onRetry: Reviews['load'] }) => (
  <ErrorState
    level={3}
    title="Unable to load ratings and reviews"
    message="Unable to load ratings and reviews. Please try again later."
    onRetry={() => void onRetry()}
  />
)

interface MyVoiceProps {
  readonly fxn: ReviewsSectionProps['fxn']
  readonly reviews: Reviews
  readonly isSignedIn: boolean
  readonly onTask: (task: ReviewTask) => void
}

/** Whoever takes back what they said goes on from where they say it: the button that they pressed goes with it. */
function useInsteadOfWhatIsGone(said: number) {
  const instead = useRef<HTMLButtonElement>(null)
  const before = useRef(said)
  useEffect(() => {
    if (said < before.current && document.activeElement === document.body) instead.current?.focus()
    before.current = said
  }, [said])
  return instead
}

/** My rating and the way to my review; for others, why there is none. */
function MyVoice({ fxn, reviews, isSignedIn, onTask }: MyVoiceProps) {
  const navigate = useNavigate()
  const { loaded, setSummary, load } = reviews
  const own = loaded?.entries.find(({ isOwn }) => isOwn)
  const said = [own, loaded?.summary.userRating].filter((one) => one != null).length
  const instead = useInsteadOfWhatIsGone(said)
  if (loaded === undefined) return null
  const { summary } = loaded
  if (summary.isOwner)
    return <p className="text-14 text-text-2">This tool is yours: others rate it, and you can answer their reviews.</p>
  if (summary.isInsider)
    return <p className="text-14 text-text-2">Fettle made this tool: whoever does not work here rates it.</p>
  if (!isSignedIn)
    return (
      <div className="flex flex-col items-start gap-3">
        <div className="text-14">
          <h3 className="font-medium">Sign in required</h3>
          <p className="text-text-2">{REVIEW_WORDS.signIn}.</p>
        </div>
        <Button onClick={() => void navigate(authPath({ pathname: `/fxn/${fxn.slug}`, search: '' }))}>
          Sign in to rate
        </Button>
      </div>
    )
  const rate = async (rating: number) => {
    try {
      setSummary(
        await api<typeof reviewsContract.rate>('POST', '/api/discovery/ratings', { body: { fxnId: fxn.id, rating } }),
      )
      toast({ kind: 'success', title: 'Rating submitted' })
      // Its stars stand beside the review, too.
      if (own !== undefined) void load()
    } catch (error) {
      tellFailure('Failed to submit rating', error)
    }
  }
  const write = () => {
    if (summary.userRating === null)
      toast({
        kind: 'info',
        title: 'Rating required',
        description: 'Please rate this tool before writing a review',
      })
    else onTask(own === undefined ? { kind: 'write' } : { kind: 'edit', entry: own })
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <StarChoice value={summary.userRating?.rating} onRate={rate} />
      {summary.userRating?.counted === false ? (
        <p className="text-13 text-text-2">
          It counts once you have confirmed your email address.{' '}
          <TextLink to="/settings">Send the mail again in your settings</TextLink>
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button ref={instead} onClick={write}>
          {own === undefined ? 'Write a review' : 'Edit my review'}
        </Button>
        {summary.userRating === null ? null : (
          <Button variant="ghost" onClick={() => onTask({ kind: 'withdraw' })}>
            Withdraw my rating
          </Button>
        )}
      </div>
    </div>
  )
}

function tellFailure(title: string, error: unknown): void {
  const { status, message } = toApiError(error)
  toast({ kind: 'error', title, description: status === 0 || status >= 500 ? 'Please try again' : message })
}

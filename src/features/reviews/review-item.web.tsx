import { BadgeCheck, Star, ThumbsDown, ThumbsUp } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { ReviewTask } from './review-dialog.web.tsx'
import type { ReviewEntry, reviewsContract } from './reviews.schema.ts'

interface ReviewItemProps {
  readonly entry: ReviewEntry
  /** Undefined for whoever may vote. */
  readonly whyNoVote: string | undefined
  readonly mayReply: boolean
  readonly onEntry: (entry: ReviewEntry) => void
  readonly onTask: (task: ReviewTask) => void
}

/** A button that is on. */
export const PRESSED = 'aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text'

const STARS = [1, 2, 3, 4, 5] as const

const Given = ({ stars }: { stars: number }) => (
  <span className="inline-flex text-text-2">
    {STARS.map((one) => (
      <Star key={one} size={14} className={one <= stars ? 'fill-current' : 'text-line-strong'} />
    ))}
    <span className="sr-only">{stars} of 5 stars</span>
  </span>
)

export function ReviewItem({ entry, whyNoVote, mayReply, onEntry, onTask }: ReviewItemProps) {
  const { user, rating, review, status, isOwn, verifiedUse, reply } = entry
  return (
    <li className="flex flex-col gap-2 p-4 [overflow-wrap:anywhere]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Given stars={rating.rating} />
        <h3 dir="auto" className="text-16">
          {review.title}
        </h3>
        {isOwn ? <Badge kind="mark">Yours</Badge> : null}
        {status === 'pending' ? <Badge kind="warn">Pending: visible after moderation</Badge> : null}
        {status === 'hidden' ? <Badge kind="bad">Not shown</Badge> : null}
        {verifiedUse ? <Badge icon={BadgeCheck}>Used it</Badge> : null}
      </div>
      <p className="meta-line">
        {user.name} · <TimeAgo at={review.createdAt} />
        {review.editedAt === null ? null : ' · edited'}
      </p>
      <p dir="auto" className="max-w-3xl text-14 whitespace-pre-line">
        {review.content}
      </p>
      <WhyHidden decision={entry.decision} />
      {reply === null ? null : (
        <div className="mt-1 ms-4 border-s-2 border-line ps-4">
          <p className="meta-line">
            Answer of its creator · <TimeAgo at={reply.createdAt} />
          </p>
          <p dir="auto" className="max-w-3xl text-14 whitespace-pre-line">
            {reply.content}
          </p>
          {reply.isHidden ? (
            <p className="text-14 text-text-2">
              Only you see this: our moderators have hidden your answer. A changed one is shown when they have read it.
            </p>
          ) : null}
          <WhyHidden decision={reply.decision} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {status === 'visible' ? <Votes entry={entry} whyNoVote={whyNoVote} onEntry={onEntry} /> : null}
        {isOwn ? (
          <>
            <Button size="dense" onClick={() => onTask({ kind: 'edit', entry })}>
              Edit
            </Button>
            <Button size="dense" variant="ghost" onClick={() => onTask({ kind: 'delete', entry })}>
              Delete
            </Button>
          </>
        ) : null}
        {mayReply ? (
          <Button size="dense" onClick={() => onTask({ kind: 'reply', entry })}>
            {reply === null ? 'Answer' : 'Edit the answer'}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

const WhyHidden = ({ decision }: Pick<ReviewEntry, 'decision'>) =>
  decision === null ? null : (
    <p className="text-14 text-text-2">
      Hidden by our moderators: {decision.reason}
      <br />
      <TextLink to={`/statements/${decision.statementId}`}>Read the decision</TextLink>
    </p>
  )

type VotesProps = Pick<ReviewItemProps, 'entry' | 'whyNoVote' | 'onEntry'>

/** Pressed again, a vote is taken back. */
function Votes({ entry, whyNoVote, onEntry }: VotesProps) {
  const { review, myVote } = entry
  const isVoting = useRef(false)
  const vote = async (helpful: boolean, { detail }: MouseEvent) => {
    // A double click is one vote: neither a second one nor one that is taken back.
    if (detail > 1 || isVoting.current) return
    isVoting.current = true
    const params = { reviewId: review.id }
    const path = '/api/discovery/reviews/:reviewId/helpful'
    try {
      const answer = await (myVote === helpful
        ? api<typeof reviewsContract.unvote>('DELETE', path, { params })
        : api<typeof reviewsContract.vote>('POST', path, { params, body: { helpful } }))
      const { helpfulCount, voteCount } = answer
      onEntry({ ...entry, myVote: answer.myVote, review: { ...review, helpfulCount, voteCount } })
    } catch (error) {
      toast({ kind: 'error', title: 'Your vote was not taken', description: toApiError(error).message })
    } finally {
      isVoting.current = false
    }
  }
  const whose = review.title
  const off = { disabled: whyNoVote !== undefined, title: whyNoVote, 'aria-description': whyNoVote }
  return (
    <>
      <Button
        size="dense"
        icon={ThumbsUp}
        {...off}
        aria-pressed={myVote === true}
        className={PRESSED}
        onClick={(event) => void vote(true, event)}
      >
        Helpful<span className="sr-only">: {whose}</span>
      </Button>
      <Button
        size="dense"
        icon={ThumbsDown}
        {...off}
        aria-pressed={myVote === false}
        className={PRESSED}
        onClick={(event) => void vote(false, event)}
      >
        <span className="sr-only">Not helpful: {whose}</span>
      </Button>
      {review.voteCount === 0 ? null : (
        <span role="status" className="meta-line">
          {review.helpfulCount} of {review.voteCount} found it helpful
        </span>
      )}
    </>
  )
}

import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { type ApiError, toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#src/ui/dialog.tsx'
import { ErrorSummary } from '#src/ui/fields/error-summary.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { CONTENT_MAX, REPLY_MAX, REVIEW_WORDS, TITLE_MAX } from './review-rules.ts'
import type { ReviewEntry, reviewsContract } from './reviews.schema.ts'

export type ReviewTask =
  | { readonly kind: 'write' | 'withdraw' }
  | { readonly kind: 'edit' | 'delete' | 'reply'; readonly entry: ReviewEntry }

interface ReviewDialogProps {
  readonly fxn: { readonly id: string; readonly title: string }
  readonly task: ReviewTask
  readonly onClose: () => void
  readonly onEntry: (entry: ReviewEntry) => void
  /** Something of mine is not there any more. */
  readonly onGone: () => void
}

export function ReviewDialog(props: ReviewDialogProps) {
  const { fxn, task, onClose } = props
  switch (task.kind) {
    case 'write':
    case 'edit':
      return (
        <Dialog open onClose={onClose} title={`Review ${fxn.title}`}>
          <ReviewForm {...props} entry={task.kind === 'edit' ? task.entry : undefined} />
        </Dialog>
      )
    case 'reply':
      return (
        <Dialog open onClose={onClose} title={`Answer “${task.entry.review.title}”`}>
          <ReplyForm {...props} entry={task.entry} />
        </Dialog>
      )
    default:
      return <Farewell {...props} />
  }
}

const tooLong = (name: string, max: number) => `${name} must be ${max} characters or less`

function checkText(field: 'title' | 'content', value: string): string | undefined {
  if (value.trim() === '') return REVIEW_WORDS.both
  if (field === 'title') return value.trim().length > TITLE_MAX ? tooLong('Title', TITLE_MAX) : undefined
  return value.trim().length > CONTENT_MAX ? tooLong('The review', CONTENT_MAX) : undefined
}

function tellFailure(error: unknown): ApiError {
  const failure = toApiError(error)
  const { status, message } = failure
  const description = status === 0 || status >= 500 ? 'Please try again' : message
  toast({ kind: 'error', title: 'Failed to submit review', description })
  return failure
}

type FormProps<Entry> = Omit<ReviewDialogProps, 'task'> & { readonly entry: Entry }

function ReviewForm({ fxn, entry, onClose, onEntry }: FormProps<ReviewEntry | undefined>) {
  const send = (text: { readonly title: string; readonly content: string }) =>
    entry === undefined
      ? api<typeof reviewsContract.write>('POST', '/api/discovery/reviews', { body: { fxnId: fxn.id, ...text } })
      : api<typeof reviewsContract.edit>('PUT', '/api/discovery/reviews/:reviewId', {
          params: { reviewId: entry.review.id },
          body: text,
        })
  const { errors, refusal, attempt, busy, formProps, wired } = useCheckedForm({
    fields: ['title', 'content'],
    check: checkText,
    send: (text) =>
      send(text).then((answer) => {
        onEntry(answer.entry)
        toast({ kind: 'success', title: 'Review submitted', description: 'Visible after moderation' })
        onClose()
        return undefined
      }, tellFailure),
  })
  const isBlank = errors.some(({ message }) => message === REVIEW_WORDS.both)
  return (
    <form {...formProps} className="flex flex-col gap-4">
      {errors.length > 1 ? (
        <ErrorSummary
          key={attempt}
          {...(isBlank && { title: REVIEW_WORDS.all })}
          errors={errors.map(({ id, message }) => ({ id: `review-${id}`, message }))}
        />
      ) : null}
      {/* Of two the summary says it. */}
      <FormRefusal message={isBlank && errors.length === 1 ? REVIEW_WORDS.all : refusal} />
      <TextField {...wired('title')} id="review-title" label="Title" defaultValue={entry?.review.title} />
      <TextAreaField
        {...wired('content')}
        id="review-content"
        label="Review"
        help={`At most ${CONTENT_MAX.toLocaleString('en')} characters. Your name stands beside it.`}
        rows={6}
        defaultValue={entry?.review.content}
      />
      <p className="text-13 text-text-2">
        {entry?.status === 'visible'
          ? 'A moderator looks at the new text first; until then others read the earlier one.'
          : 'A moderator looks at it first; until then only you see it.'}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Submit review
        </Button>
      </div>
    </form>
  )
}

const checkReply = (_: 'content', value: string): string | undefined => {
  if (value.trim() === '') return REVIEW_WORDS.noReply
  return value.trim().length > REPLY_MAX ? tooLong('An answer', REPLY_MAX) : undefined
}

function ReplyForm({ entry, onClose, onEntry }: FormProps<ReviewEntry>) {
  const params = { reviewId: entry.review.id }
  const path = '/api/discovery/reviews/:reviewId/reply'
  const take = (answer: { readonly entry: ReviewEntry }, title: string) => {
    onEntry(answer.entry)
    toast({ kind: 'success', title })
    onClose()
    return undefined
  }
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['content'],
    check: checkReply,
    send: (body) =>
      api<typeof reviewsContract.reply>('PUT', path, { params, body }).then(
        (answer) =>
          take(
            answer,
            answer.entry.reply?.isHidden === true ? 'Answer saved: visible after moderation' : 'Answer published',
          ),
        toApiError,
      ),
  })
  const remove = () =>
    api<typeof reviewsContract.unreply>('DELETE', path, { params }).then(
      (answer) => take(answer, 'Answer deleted'),
      (error: unknown) => {
        toast({ kind: 'error', title: 'Failed to delete the answer', description: toApiError(error).message })
      },
    )
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormRefusal message={refusal} />
      <TextAreaField
        {...wired('content')}
        id="review-reply"
        label="Answer"
        help={
          entry.reply?.isHidden === true
            ? 'Our moderators have hidden your answer. A changed one is shown when they have read it.'
            : 'Everybody sees it at once, as the answer of the tool’s creator.'
        }
        rows={5}
        defaultValue={entry.reply?.content}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {entry.reply === null ? null : (
          <Button variant="ghost" className="me-auto" onClick={() => void remove()}>
            Delete the answer
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Publish
        </Button>
      </div>
    </form>
  )
}

/** Asks before a review or a rating is taken back. */
function Farewell({ fxn, task, onClose, onGone }: ReviewDialogProps) {
  const [busy, setBusy] = useState(false)
  const review = task.kind === 'delete' ? task.entry.review : undefined
  const remove = async () => {
    setBusy(true)
    try {
      if (review === undefined)
        await api<typeof reviewsContract.unrate>('DELETE', '/api/discovery/ratings/:fxnId', {
          params: { fxnId: fxn.id },
        })
      else
        await api<typeof reviewsContract.remove>('DELETE', '/api/discovery/reviews/:reviewId', {
          params: { reviewId: review.id },
        })
      toast({ kind: 'success', title: 'Deleted' })
      onGone()
      onClose()
    } catch (error) {
      setBusy(false)
      toast({ kind: 'error', title: 'Delete failed', description: toApiError(error).message })
    }
  }
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      onClose={onClose}
      onConfirm={() => void remove()}
      title={review === undefined ? `Withdraw your rating of ${fxn.title}?` : `Delete “${review.title}”?`}
      confirmLabel={review === undefined ? 'Withdraw' : 'Delete'}
    >
      {review === undefined
        ? 'Your stars no longer count, and your review goes with them.'
        : 'Its earlier texts, its votes and its answer go with it. Your stars stay.'}
    </ConfirmDialog>
  )
}

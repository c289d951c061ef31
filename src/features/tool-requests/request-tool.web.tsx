import { type SubmitEvent, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { TextField } from '#src/ui/fields/text-field.tsx'
import type { RequestOutcome } from './request-action.ts'
import type { toolRequestsContract } from './tool-requests.schema.ts'

interface RequestToolProps {
  /** What was searched for; without it, the form asks. */
  readonly query?: string
  /** What came of the form when no script sent it. */
  readonly sent: RequestOutcome | undefined
}

/** As long as the API takes. */
const MOST_CHARACTERS = 200

const thanks = (count: number) =>
  `Requested. ${count === 1 ? 'You are the first to ask for it.' : `Asked for ${count.toLocaleString('en')} times so far.`}`

/** Without scripts it is a plain form, which the action of /explore takes. */
export function RequestTool({ query, sent }: RequestToolProps) {
  const [outcome, setOutcome] = useState(sent)
  const [busy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = { query: String(new FormData(event.currentTarget).get('query')) }
    setBusy(true)
    try {
      setOutcome(await api<typeof toolRequestsContract.request>('POST', '/api/tool-requests', { body }))
    } catch (error) {
      const { status, message } = toApiError(error)
      setOutcome({ status, refusal: message })
    } finally {
      setBusy(false)
    }
  }
  if (outcome !== undefined && 'count' in outcome)
    return (
      // The focus was on the button that is gone.
      <p role="status" tabIndex={-1} ref={(words) => words?.focus()}>
        {thanks(outcome.count)}
      </p>
    )
  return (
    <form
      method="post"
      onSubmit={(event) => void submit(event)}
      className={classNames('flex flex-wrap items-end gap-2', query === undefined && 'w-96 max-w-full')}
    >
      {query === undefined ? (
        <TextField
          label="What should it do?"
          name="query"
          required
          maxLength={MOST_CHARACTERS}
          className="min-w-0 flex-1 basis-48"
        />
      ) : (
        <input type="hidden" name="query" value={query} />
      )}
      <Button type="submit" busy={busy}>
        {query === undefined ? 'Ask for it' : 'Request it'}
      </Button>
      {outcome === undefined ? null : (
        <p role="alert" className="w-full text-14 text-bad">
          {outcome.refusal}
        </p>
      )}
    </form>
  )
}

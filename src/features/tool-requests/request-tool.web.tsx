import { type SubmitEvent, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import type { RequestOutcome } from './request-action.ts'
import type { toolRequestsContract } from './tool-requests.schema.ts'

interface RequestToolProps {
  /** What was searched for. */
  readonly query: string
  /** What came of the form when no script sent it. */
  readonly sent: RequestOutcome | undefined
}

const thanks = (count: number) =>
  `Requested. ${count === 1 ? 'You are the first to ask for it.' : `Asked for ${count.toLocaleString('en')} times so far.`}`

/** Without scripts it is a plain form, which the action of /explore takes. */
export function RequestTool({ query, sent }: RequestToolProps) {
  const [outcome, setOutcome] = useState(sent)
  const [busy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    try {
      setOutcome(await api<typeof toolRequestsContract.request>('POST', '/api/tool-requests', { body: { query } }))
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
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col items-center gap-2">
      <input type="hidden" name="query" value={query} />
      <Button type="submit" busy={busy}>
        Request it
      </Button>
      {outcome === undefined ? null : (
        <p role="alert" className="text-bad">
          {outcome.refusal}
        </p>
      )}
    </form>
  )
}

import { type SubmitEvent, useId, useState } from 'react'
import { REPORT_REASON_WORDS, REPORT_REASONS } from '#src/lib/report-reasons.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { likelyGround, needsGround } from './decisions.ts'
import { REASON_MAX } from './moderation.schema.ts'
import type { Task, Words } from './task.ts'
import { DECISION_WORDS, nameOf, skippedWords } from './words.ts'

interface DecisionDialogProps {
  readonly task: Task
  readonly onClose: () => void
  readonly onDecide: (words: Words) => Promise<void>
}

const OPTIONS = REPORT_REASONS.map((value) => ({ value, label: REPORT_REASON_WORDS[value] }))

/** Asks for what goes to the person: the rule and the reason. */
export function DecisionDialog({ task: { cases, decision, skipped }, onClose, onDecide }: DecisionDialogProps) {
  const id = useId()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [first] = cases
  const whom = cases.length === 1 ? first && nameOf(first) : `${cases.length} cases`
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const reason = String(data.get('reason') ?? '').trim()
    const ground = REPORT_REASONS.find((one) => one === data.get('ground'))
    if (reason === '') {
      setError('Say why')
      document.getElementById(`${id}-reason`)?.focus()
      return
    }
    setBusy(true)
    await onDecide({ reason, ...(ground !== undefined && { ground }) })
    setBusy(false)
  }
  return (
    <Dialog open onClose={onClose} title={`${DECISION_WORDS[decision]}: ${whom}`}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <p className="text-text-2">
          The person gets a mail and a notification with what you write here, and can appeal. It is kept in the audit
          log.
        </p>
        {skipped.length === 0 ? null : <p>{skippedWords(skipped)}</p>}
        {needsGround(decision) ? (
          <SelectField
            name="ground"
            label="It is against this rule"
            options={OPTIONS}
            defaultValue={first === undefined ? 'other' : likelyGround(first)}
          />
        ) : null}
        <TextAreaField
          id={`${id}-reason`}
          name="reason"
          label="Reason"
          help="Ctrl or ⌘ with Enter sends it."
          required
          rows={4}
          maxLength={REASON_MAX}
          error={error}
          onInput={() => setError(undefined)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={needsGround(decision) ? 'danger' : 'primary'} busy={busy}>
            {DECISION_WORDS[decision]}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { type ApiError, toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { REPORT_REASON_WORDS, REPORT_REASONS, type ReportReason } from '#src/lib/report-reasons.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { RadioGroupField } from '#src/ui/fields/choice-fields.tsx'
import { FormDone, FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { DETAILS_MAX, REPORT_WORDS } from './report-rules.ts'
import type { reportsContract } from './reports.schema.ts'

interface ReportDialogProps {
  readonly tool: { readonly id: string; readonly title: string }
  readonly onClose: () => void
}

export function ReportDialog({ tool, onClose }: ReportDialogProps) {
  const [reference, setReference] = useState<string>()
  return (
    <Dialog open onClose={onClose} title={`Report ${tool.title}`}>
      {reference === undefined ? (
        <ReportForm
          toolId={tool.id}
          onClose={onClose}
          onSent={(given) => {
            setReference(given)
            toast({ kind: 'success', title: 'Report submitted', description: 'Our team will review it shortly' })
          }}
        />
      ) : (
        <FormDone title="Report submitted">
          <p>Our team will review it shortly. Name this reference when you write to support:</p>
          <p className="figures w-fit rounded-6 border border-line bg-sunken px-3 py-2 text-18 select-all">
            {reference}
          </p>
          <Button className="w-fit" onClick={onClose}>
            Close
          </Button>
        </FormDone>
      )}
    </Dialog>
  )
}

const FIELDS = ['reason', 'details'] as const
const OPTIONS = REPORT_REASONS.map((value) => ({ value, label: REPORT_REASON_WORDS[value] }))

const check = (field: (typeof FIELDS)[number], value: string): string | undefined => {
  if (field === 'reason') return value === '' ? REPORT_WORDS.noReason : undefined
  return value.trim().length > DETAILS_MAX ? REPORT_WORDS.longDetails : undefined
}

interface ReportFormProps {
  readonly toolId: string
  readonly onSent: (reference: string) => void
  readonly onClose: () => void
}

const tellFailure = (error: unknown): ApiError => {
  const failure = toApiError(error)
  if (failure.status === 0 || failure.status >= 500)
    toast({ kind: 'error', title: 'Failed to submit report', description: 'Please try again later' })
  return failure
}

function ReportForm({ toolId, onSent, onClose }: ReportFormProps) {
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: FIELDS,
    check,
    send: ({ reason, details }) =>
      api<typeof reportsContract.submit>('POST', '/api/reports/submit', {
        // The form has checked it.
        body: { fxnId: toolId, reason: reason as ReportReason, details },
      }).then(({ reference }) => {
        onSent(reference)
        return undefined
      }, tellFailure),
  })
  const reasonField = wired('reason')
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormRefusal message={refusal} />
      <RadioGroupField
        {...reasonField}
        id="report-reason"
        label="What is wrong with it?"
        options={OPTIONS}
        onChange={(value) => reasonField.onInput({ currentTarget: { value } as HTMLInputElement })}
      />
      <TextAreaField
        {...wired('details')}
        id="report-details"
        label="Details"
        help="What should our team look at? Whoever made the tool does not learn who reported it."
        rows={5}
        required={false}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Submit report
        </Button>
      </div>
    </form>
  )
}

import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { type ApiError, toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { REPORT_REASON_WORDS, REPORT_REASONS, type ReportReason } from '#src/lib/report-reasons.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { RadioGroupField } from '#src/ui/fields/choice-fields.tsx'
import { ErrorSummary } from '#src/ui/fields/error-summary.tsx'
import { FormDone, FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { ClaimFields, type ReportInput } from './claim-fields.web.tsx'
import { checkReport, detailsHelp, FIELDS } from './report-form-rules.ts'
import { RUN_REASON } from './report-rules.ts'
import type { OfferedRun } from './reported-run.ts'
import type { reportsContract } from './reports.schema.ts'
import { RunField } from './run-field.web.tsx'

interface ReportDialogProps {
  readonly tool: { readonly id: string; readonly title: string }
  /** The result that was on the page when this opened. */
  readonly offered: OfferedRun
  readonly onClose: () => void
}

export function ReportDialog({ tool, offered, onClose }: ReportDialogProps) {
  const [reference, setReference] = useState<string>()
  return (
    <Dialog open onClose={onClose} title={`Report ${tool.title}`}>
      {reference === undefined ? (
        <ReportForm
          toolId={tool.id}
          offered={offered}
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

const idOf = (name: string) => `report-${name}`
const OPTIONS = REPORT_REASONS.map((value) => ({ value, label: REPORT_REASON_WORDS[value] }))

interface ReportFormProps {
  readonly toolId: string
  readonly offered: OfferedRun
  readonly onSent: (reference: string) => void
  readonly onClose: () => void
}

const tellFailure = (error: unknown): Pick<ApiError, 'message' | 'details'> => {
  const failure = toApiError(error)
  if (failure.status === 0 || failure.status >= 500)
    toast({ kind: 'error', title: 'Failed to submit report', description: 'Please try again later' })
  // The form has the fields of a claim beside the others.
  return {
    message: failure.message,
    details: failure.details.map((detail) => ({ ...detail, field: detail.field.replace(/^claim\./, '') })),
  }
}

function ReportForm({ toolId, offered, onSent, onClose }: ReportFormProps) {
  const [reason, setReason] = useState('')
  const [wantsClaim, setClaim] = useState(false)
  const [sendsRun, setSendsRun] = useState(false)
  const isAboutResult = reason === RUN_REASON
  const run = sendsRun && isAboutResult && offered !== undefined && 'run' in offered ? offered.run : undefined
  const isClaim = wantsClaim && reason === 'copyright'
  const { errors, attempt, refusal, busy, formProps, wired } = useCheckedForm({
    fields: FIELDS,
    check: checkReport({ isClaim }),
    send: ({ reason: chosen, details, claimant, email, work }) =>
      api<typeof reportsContract.submit>('POST', '/api/reports/submit', {
        // The form has checked it.
        body: {
          ...{ fxnId: toolId, reason: chosen as ReportReason, details },
          ...(isClaim && { claim: { claimant, email, work, declared: true } }),
          ...(run && { run: { ...run, inputs: { ...run.inputs }, outputs: { ...run.outputs } } }),
        },
      }).then(({ reference }) => {
        onSent(reference)
        return undefined
      }, tellFailure),
  })
  // A tool's form may have fields of the same names.
  const field: ReportInput = (name) => ({ ...wired(name), id: idOf(name) })
  const reasonField = field('reason')
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <ErrorSummary key={attempt} errors={errors.map(({ id, message }) => ({ id: idOf(id), message }))} />
      <FormRefusal message={refusal} />
      <RadioGroupField
        {...reasonField}
        label="What is wrong with it?"
        options={OPTIONS}
        onChange={(value) => {
          setReason(value)
          reasonField.onInput({ currentTarget: { value } as HTMLInputElement })
        }}
      />
      {reason === 'copyright' ? <ClaimFields isClaim={isClaim} onClaim={setClaim} field={field} /> : null}
      {isAboutResult && offered !== undefined ? (
        <RunField offered={offered} isSent={sendsRun} onSend={setSendsRun} />
      ) : null}
      <TextAreaField
        {...field('details')}
        label="Details"
        help={detailsHelp({ reason, isClaim })}
        rows={5}
        required={false}
      />
      <div className="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Submit report
        </Button>
      </div>
    </form>
  )
}

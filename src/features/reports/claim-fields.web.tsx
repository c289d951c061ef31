import { useState } from 'react'
import { CLAIM_DECLARATION, WORK_MAX } from '#src/features/copyright/copyright-rules.ts'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import type { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import type { ReportField } from './report-form-rules.ts'

/** The properties of one field. */
export type ReportInput = (
  field: ReportField,
) => Omit<ReturnType<ReturnType<typeof useCheckedForm<ReportField>>['wired']>, 'id'> & { readonly id: string }

interface ClaimFieldsProps {
  readonly isClaim: boolean
  readonly onClaim: (isClaim: boolean) => void
  readonly field: ReportInput
}

/** What whoever owns a copyright has to say; for everybody else a question that they pass by. */
export function ClaimFields({ isClaim, onClaim, field }: ClaimFieldsProps) {
  const [isDeclared, setDeclared] = useState(false)
  const { onInput, ...declared } = field('declared')
  return (
    <>
      <CheckboxField
        label="The work is mine, or I act for whoever owns it"
        checked={isClaim}
        onChange={(event) => onClaim(event.target.checked)}
      />
      {isClaim ? (
        <div className="flex flex-col gap-4 border-s-2 border-line ps-3">
          <TextField
            {...field('claimant')}
            label="Your name"
            help="Whoever made the tool gets it, with what you say of the work."
            autoComplete="name"
            maxLength={120}
          />
          <TextField
            {...field('email')}
            label="Your email address"
            help="For us alone. You are told what becomes of your claim."
            type="email"
            autoComplete="email"
          />
          <TextAreaField {...field('work')} label="The work, and where it can be seen" rows={3} maxLength={WORK_MAX} />
          <CheckboxField
            {...declared}
            value="yes"
            label={CLAIM_DECLARATION}
            checked={isDeclared}
            onChange={(event) => {
              setDeclared(event.target.checked)
              onInput({ currentTarget: event.target })
            }}
          />
        </div>
      ) : null}
    </>
  )
}

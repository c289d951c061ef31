import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import {
  COPYRIGHT_WORDS,
  COUNTER_DECLARATION,
  COUNTER_MAX,
  RESTORE_BY_DAYS,
  RESTORE_FROM_DAYS,
} from '#src/features/copyright/copyright-rules.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { ErrorSummary } from '#src/ui/fields/error-summary.tsx'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import type { Statement, statementsContract } from './moderation.schema.ts'

interface CounterFormProps {
  readonly id: string
  readonly onCountered: (statement: Statement) => void
}

const FIELDS = ['name', 'contact', 'counter', 'declared'] as const
const MISSING: Readonly<Record<(typeof FIELDS)[number], string>> = {
  name: 'Enter your name',
  contact: COPYRIGHT_WORDS.contact,
  counter: COPYRIGHT_WORDS.counter,
  declared: COPYRIGHT_WORDS.declared,
}

/** Against a hiding that somebody has claimed a copyright for. */
export function CounterForm({ id, onCountered }: CounterFormProps) {
  const [isDeclared, setDeclared] = useState(false)
  const { errors, attempt, refusal, busy, formProps, wired } = useCheckedForm({
    fields: FIELDS,
    check: (field, value) => (value.trim() === '' ? MISSING[field] : undefined),
    send: ({ name, contact, counter }) =>
      api<typeof statementsContract.counter>('POST', '/api/statements/:id/counter-claim', {
        params: { id },
        body: { name, contact, text: counter, declared: true },
      }).then(({ statement }) => {
        toast({ kind: 'success', title: 'Counter-claim submitted' })
        onCountered(statement)
        return undefined
      }, toApiError),
  })
  const { onInput, ...declared } = wired('declared')
  return (
    <Card heading="Counter-claim">
      <form {...formProps} className="flex flex-col gap-4">
        <p className="max-w-3xl text-14 text-text-2">
          If you may show this work, say so here. Whoever claimed it gets what you write, with your name and address.
          Your tool is shown again after {RESTORE_FROM_DAYS} to {RESTORE_BY_DAYS} working days, unless they go to court.
        </p>
        <ErrorSummary key={attempt} errors={errors} />
        <FormRefusal message={refusal} />
        <TextField {...wired('name')} label="Your name" autoComplete="name" maxLength={120} />
        <TextField
          {...wired('contact')}
          label="Where you can be reached"
          help="Address, telephone number or email"
          maxLength={500}
        />
        <TextAreaField {...wired('counter')} label="Why it may be shown" rows={5} maxLength={COUNTER_MAX} />
        <CheckboxField
          {...declared}
          value="yes"
          label={COUNTER_DECLARATION}
          checked={isDeclared}
          onChange={(event) => {
            setDeclared(event.target.checked)
            onInput({ currentTarget: event.target })
          }}
        />
        <Button type="submit" variant="primary" className="w-fit" busy={busy}>
          Make a counter-claim
        </Button>
      </form>
    </Card>
  )
}

import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { dollars } from '#src/lib/price-text.ts'
import { type Interval, PRO_PRICE, TRIAL_DAYS } from '#src/lib/pro-plan.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { RadioGroupField } from '#src/ui/fields/choice-fields.tsx'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { ProCardFields } from './pro-card-form.web.tsx'
import { PRO_CONSENT } from './pro-consent.ts'
import type { ProCardForm, subscriptionsContract } from './subscriptions.schema.ts'

const OPTIONS = [
  { value: 'month', label: `${dollars(PRO_PRICE.month)} a month` },
  { value: 'year', label: `${dollars(PRO_PRICE.year)} a year` },
]

interface SubscribeFormProps {
  /** Whether this person may still try Pro for nothing. */
  readonly mayTry: boolean
  readonly onDone: () => void
}

/** Chooses how Pro is paid, takes the consent, then the card. */
export function SubscribeForm({ mayTry, onDone }: SubscribeFormProps) {
  const [interval, setInterval] = useState<Interval>('month')
  const [agrees, setAgrees] = useState(false)
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [form, setForm] = useState<ProCardForm>()

  const begin = async (trial: boolean) => {
    setMissing(!agrees)
    if (!agrees) return
    setBusy(true)
    setRefusal(undefined)
    try {
      const body = { interval, trial, consent: PRO_CONSENT } as const
      setForm(await api<typeof subscriptionsContract.start>('POST', '/api/subscription', { body }))
    } catch (error) {
      setRefusal(toApiError(error).message)
    } finally {
      setBusy(false)
    }
  }

  if (form !== undefined)
    return (
      <Card
        heading="Your card"
        actions={
          <Button variant="ghost" size="dense" onClick={() => setForm(undefined)}>
            Back
          </Button>
        }
      >
        <ProCardFields form={form} keepLabel={`Start ${TRIAL_DAYS} days of trial`} onDone={onDone} />
      </Card>
    )
  return (
    <Card heading="Get Pro">
      <div className="flex max-w-xl flex-col gap-4">
        <FormRefusal message={refusal} />
        <RadioGroupField
          name="interval"
          label="How you pay"
          options={OPTIONS}
          value={interval}
          onChange={(value) => setInterval(value === 'year' ? 'year' : 'month')}
        />
        <CheckboxField
          label={PRO_CONSENT}
          checked={agrees}
          error={missing && !agrees ? 'Agree to this to go on' : undefined}
          onChange={(event) => setAgrees(event.currentTarget.checked)}
        />
        <div className="flex flex-wrap gap-2">
          {mayTry ? (
            <Button variant="primary" busy={busy} onClick={() => void begin(true)}>
              Try it for {TRIAL_DAYS} days
            </Button>
          ) : null}
          <Button variant={mayTry ? 'secondary' : 'primary'} busy={busy} onClick={() => void begin(false)}>
            Subscribe now
          </Button>
        </div>
        <p className="text-13 text-text-2">
          {mayTry ? 'The trial needs a card, which is charged when it ends unless you cancel. ' : ''}
          <TextLink to="/pricing">What Pro contains</TextLink> · <TextLink to="/billing">Billing details</TextLink>
        </p>
      </div>
    </Card>
  )
}

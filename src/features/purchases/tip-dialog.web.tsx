import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import {
  type CardForm,
  type checkoutContract,
  HOLD_DAYS,
  MAX_TIP,
  MIN_TIP,
} from '#src/features/checkout/checkout.schema.ts'
import { CardForm as CardFields } from '#src/features/payments/card-form.web.tsx'
import { centsIn, dollars } from '#src/lib/price-text.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { RadioGroupField } from '#src/ui/fields/choice-fields.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { type PaymentStep, usePayment } from './use-payment.web.tsx'

interface TipDialogProps {
  readonly tool: { readonly id: string; readonly title: string }
  readonly creator: string
  readonly onClose: () => void
}

type Step = { readonly at: 'choosing' } | PaymentStep

/** Tips the creator of a free tool: how much, and the card. */
export function TipDialog({ tool, creator, onClose }: TipDialogProps) {
  const [step, setStep] = useState<Step>({ at: 'choosing' })
  const payment = usePayment(setStep, 'Thank you for the tip!', onClose)
  return (
    <Dialog open onClose={onClose} title={`Tip ${creator}`} size="small">
      {step.at === 'choosing' ? (
        <Amount tool={tool} onForm={payment.trying} onPaid={payment.paid} onClose={onClose} />
      ) : step.at === 'undecided' ? (
        <EmptyState
          level={3}
          title="Your bank has not decided yet"
          actions={<ButtonLink to="/purchases">Your purchases</ButtonLink>}
        >
          You are charged once or not at all. As soon as the payment is through, a receipt is mailed to you.
        </EmptyState>
      ) : (
        <PayTip
          key={step.form.orderId}
          form={step.form}
          failure={step.at === 'paying' ? step.failure : undefined}
          isSettling={step.at === 'settling'}
          payment={payment}
          onBack={() => setStep({ at: 'choosing' })}
        />
      )}
    </Dialog>
  )
}

const OTHER = 'other'
const AMOUNTS = [
  ...[200, 500, 1000].map((cents) => ({ value: String(cents), label: dollars(cents) })),
  { value: OTHER, label: 'Another amount' },
]

interface AmountProps {
  readonly tool: TipDialogProps['tool']
  readonly onForm: (form: CardForm) => void
  /** The tip that they had begun before turns out to be paid. */
  readonly onPaid: () => void
  readonly onClose: () => void
}

function Amount({ tool, onForm, onPaid, onClose }: AmountProps) {
  const [choice, setChoice] = useState('500')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const amount = choice === OTHER ? centsIn(typed) : Number(choice)
  const send = async () => {
    if (amount === undefined || amount < MIN_TIP || amount > MAX_TIP) {
      setProblem(`Enter an amount from ${dollars(MIN_TIP)} to ${dollars(MAX_TIP)}`)
      return
    }
    setBusy(true)
    setRefusal(undefined)
    try {
      onForm(
        await api<typeof checkoutContract.tip>('POST', '/api/marketplace/tip', { body: { fxnId: tool.id, amount } }),
      )
    } catch (error) {
      const { code, message } = toApiError(error)
      if (code === 'PAID_MEANWHILE') return onPaid()
      setRefusal(message)
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send()
      }}
      className="flex flex-col gap-4"
    >
      <FormRefusal message={refusal} />
      <p className="text-14 [overflow-wrap:anywhere]">
        <span dir="auto">{tool.title}</span> is free. 70 % of a tip goes to its creator; it gives you nothing but their
        thanks.
      </p>
      <RadioGroupField
        name="tip"
        label="How much?"
        options={AMOUNTS}
        value={choice}
        onChange={(value) => {
          setChoice(value)
          setProblem(undefined)
        }}
      />
      {choice === OTHER ? (
        <TextField
          id="tip-amount"
          name="amount"
          label="Amount in US dollars"
          unit="USD"
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          value={typed}
          error={problem}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setProblem(undefined)
          }}
        />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Go on to the card
        </Button>
      </div>
    </form>
  )
}

interface PayTipProps {
  readonly form: CardForm
  readonly failure: string | undefined
  readonly isSettling: boolean
  readonly payment: ReturnType<typeof usePayment>
  readonly onBack: () => void
}

const PayTip = ({ form, failure, isSettling, payment, onBack }: PayTipProps) => (
  <div className="flex flex-col gap-4">
    {form.livemode ? null : (
      <p className="rounded-6 bg-warn-soft px-3 py-2 text-13 text-warn">
        Payments are tests here: no money moves. Pay with a test card, such as 4242 4242 4242 4242.
      </p>
    )}
    <p className="flex flex-wrap items-center justify-between gap-2 text-14">
      <span>
        <strong className="figures">{dollars(form.amount)}</strong>, once. Yours again within {HOLD_DAYS} days if you
        change your mind.
      </span>
      {isSettling ? null : (
        <Button size="dense" onClick={onBack}>
          Another amount
        </Button>
      )}
    </p>
    <FormRefusal message={failure} />
    <CardFields
      provider={form.provider}
      publishableKey={form.publishableKey}
      clientSecret={form.clientSecret ?? ''}
      returnUrl={`${window.location.origin}/checkout/success?order=${form.orderId}`}
      submitLabel={`Tip ${dollars(form.amount)}`}
      onTry={() => payment.trying(form)}
      onDone={() => payment.done(form)}
      onFailed={(message) => payment.failed(form, message)}
    />
    <p role="status" className="text-13 text-text-2">
      {isSettling ? 'Confirming your payment…' : ''}
    </p>
  </div>
)

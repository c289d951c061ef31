import { useEffect, useRef, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { type ToastInput, toast, toasts } from '#src/client/toasts.ts'
import { type checkoutContract, HOLD_DAYS } from '#src/features/checkout/checkout.schema.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { centsIn, dollars } from '#src/lib/price-text.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { RadioGroupField } from '#src/ui/fields/choice-fields.tsx'
import { focusFirstError } from '#src/ui/fields/error-summary.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import { type Choice, choiceOf, priceProblem, pricingOf, SUGGESTED_PRICE, splitOf } from './price-choice.ts'

type Pricing = AnswerOf<typeof checkoutContract.setPricing>['pricing']

interface PricingDialogProps {
  readonly tool: { readonly id: string; readonly title: string }
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** What a tool of mine costs. It is asked for when the dialog opens, as another tab may have changed it. */
export function PricingDialog({ tool, onClose, onChanged }: PricingDialogProps) {
  const [pricing, setPricing] = useState<Pricing>()
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const asking = new AbortController()
    api<typeof checkoutContract.checkAccess>(
      'GET',
      '/api/marketplace/check-access/:id',
      { params: { id: tool.id } },
      asking.signal,
    ).then(
      (answer) => setPricing(answer.pricing),
      (error: unknown) => asking.signal.aborted || setFailure(toApiError(error).message),
    )
    return () => asking.abort()
  }, [tool.id, attempt])
  const retry = () => {
    setFailure(undefined)
    setAttempt((count) => count + 1)
  }
  return (
    <Dialog open onClose={onClose} title={`Manage pricing of ${tool.title}`}>
      {pricing !== undefined ? (
        <PricingForm toolId={tool.id} pricing={pricing} onClose={onClose} onChanged={onChanged} />
      ) : failure !== undefined ? (
        <ErrorState level={3} title="Failed to fetch the price" message={failure} onRetry={retry} />
      ) : (
        <Skeleton className="h-56 w-full" />
      )}
    </Dialog>
  )
}

const CHOICES: readonly { readonly value: Choice; readonly label: string }[] = [
  { value: 'free', label: 'Free' },
  { value: 'pro', label: 'Pro tier' },
  { value: 'one_time', label: 'One-time purchase' },
]

const MEANING: Readonly<Record<Choice, string>> = {
  free: 'Anybody can use it, without an account.',
  pro:
    'Part of the Pro subscription. Each month 70 % of what Pro earns, after refunds, is shared among creators ' +
    'by how many paying people used their Pro tools.',
  one_time: 'Paid once, with a personal licence, and then for good: later versions are included.',
}

interface PricingFormProps {
  readonly toolId: string
  readonly pricing: Pricing
  readonly onClose: () => void
  readonly onChanged: () => void
}

function PricingForm({ toolId, pricing, onClose, onChanged }: PricingFormProps) {
  const [choice, setChoice] = useState(choiceOf(pricing))
  const [price, setPrice] = useState(((choice === 'one_time' ? pricing.price : SUGGESTED_PRICE) / 100).toFixed(2))
  const [error, setError] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const toldFailure = useRef<number>(undefined)
  /** Of the tries only the last one counts: what was said about those before would come back after its success. */
  const tell = (input: ToastInput) => {
    if (toldFailure.current !== undefined) toasts.dismiss(toldFailure.current)
    toldFailure.current = toast(input)
  }
  const type = (text: string) => {
    setPrice(text)
    if (error !== undefined) setError(priceProblem(text))
  }
  const send = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await api<typeof checkoutContract.setPricing>('POST', '/api/marketplace/pricing/:fxnId', {
        params: { fxnId: toolId },
        body: pricingOf(choice, price),
      })
      tell({ kind: 'success', title: 'Pricing updated' })
      onChanged()
      onClose()
    } catch (cause) {
      const { message } = toApiError(cause)
      tell({ kind: 'error', title: 'Failed to update pricing', description: message })
      setRefusal(message)
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const problem = choice === 'one_time' ? priceProblem(price) : undefined
        setError(problem)
        if (problem === undefined) return void (busy || send())
        tell({ kind: 'error', title: 'Invalid price', description: problem })
        const form = event.currentTarget
        requestAnimationFrame(() => focusFirstError(form))
      }}
      className="flex flex-col gap-4"
    >
      <FormRefusal message={refusal} />
      <RadioGroupField
        id="pricing-choice"
        name="pricing"
        label="How is it sold?"
        required
        options={CHOICES}
        value={choice}
        onChange={(value) => setChoice(value as Choice)}
        help={MEANING[choice]}
      />
      {choice === 'one_time' ? (
        <>
          <TextField
            id="pricing-price"
            name="price"
            label="Price in US dollars"
            required
            inputMode="decimal"
            autoComplete="off"
            value={price}
            error={error}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
          {priceProblem(price) === undefined ? <Split price={centsIn(price) ?? 0} /> : null}
        </>
      ) : null}
      <p className="text-13 text-text-2">
        Whoever has bought it keeps it, whatever it costs from now on. Only personal licences are sold.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Save pricing
        </Button>
      </div>
    </form>
  )
}

/** Who gets what of one sale. */
function Split({ price }: { readonly price: number }) {
  const { creator, platform, fee, left } = splitOf(price)
  const rows = [
    { label: 'You get (70 %)', value: dollars(creator), isMine: true },
    { label: 'Fettle gets (30 %)', value: dollars(platform), isMine: false },
    { label: 'Card processor, paid out of Fettle’s part (about 2.9 % + 30 ¢)', value: dollars(-fee), isMine: false },
    { label: 'Left for Fettle', value: dollars(left), isMine: false },
  ]
  return (
    <div className="flex flex-col gap-2 rounded-6 border border-line bg-sunken p-3">
      <dl aria-label={`Of each sale at ${dollars(price)}`} className="flex flex-col gap-1 text-13">
        {rows.map(({ label, value, isMine }) => (
          <div key={label} className={`flex justify-between gap-4 ${isMine ? 'text-14 font-medium' : 'text-text-2'}`}>
            <dt>{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-13 text-text-2">
        {left < 0 ? 'At this price Fettle loses money on each sale; you get your 70 % all the same. ' : ''}
        Your part can be paid out {HOLD_DAYS} days after the sale. The processor keeps its fee when a sale is refunded;
        you do not pay it.
      </p>
    </div>
  )
}

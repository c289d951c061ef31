import { useState } from 'react'
import type { CardForm } from '#src/features/checkout/checkout.schema.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'

/** What is to pay, and why it is that. */
export function PriceToPay({ form: { amount, tax, taxRate, discount, coupon } }: { readonly form: CardForm }) {
  const rows = [
    { label: 'Price', value: dollars(amount + discount - tax) },
    ...(coupon === null ? [] : [{ label: `Code ${coupon}`, value: dollars(-discount) }]),
    { label: taxRate === '' ? 'Tax' : `Tax, ${taxRate}`, value: tax === 0 ? 'none' : dollars(tax) },
  ]
  return (
    <dl className="flex flex-col gap-1 rounded-6 border border-line bg-sunken p-3 text-14">
      {rows.map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-4 text-text-2">
          <dt className="[overflow-wrap:anywhere]">{label}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-t border-dashed border-line pt-1 font-semibold">
        <dt>To pay, once</dt>
        <dd className="figures">{dollars(amount)}</dd>
      </div>
    </dl>
  )
}

interface CouponFieldProps {
  readonly coupon: string | null
  /** Answers why the code was refused; null takes it out again. */
  readonly onCode: (code: string | null) => Promise<string | undefined>
}

/** Whoever has a code enters it here; others see one short line. */
export function CouponField({ coupon, onCode }: CouponFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const send = async (code: string | null) => {
    setBusy(true)
    setError(await onCode(code))
    setBusy(false)
  }
  if (coupon !== null)
    return (
      <div className="flex flex-col items-start gap-1">
        <Button size="dense" busy={busy} onClick={() => void send(null)}>
          Remove the code {coupon}
        </Button>
        <p role="alert" className="text-13 font-medium text-bad">
          {error}
        </p>
      </div>
    )
  if (!isOpen)
    return (
      <Button size="dense" variant="ghost" className="-ms-3 w-fit" onClick={() => setOpen(true)}>
        I have a code
      </Button>
    )
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const code = String(new FormData(event.currentTarget).get('coupon') ?? '').trim()
        if (code === '') setError('Enter a code')
        else if (!busy) void send(code)
      }}
    >
      <TextField
        id="coupon"
        name="coupon"
        label="Code"
        error={error}
        autoFocus
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="min-w-0 flex-1 basis-48"
      />
      <Button type="submit" busy={busy} className="mt-6">
        Apply
      </Button>
    </form>
  )
}

import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { checkoutContract, Purchase } from '#src/features/checkout/checkout.schema.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { WHY_NOT } from './order-words.ts'

/** A deadline is a date and a time, not a distance. */
const deadline = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })

interface RefundDialogProps {
  readonly purchase: Purchase
  readonly onClose: () => void
  readonly onChanged: (purchase: Purchase) => void
}

/** Takes the money back, or says why that cannot be done alone. */
export const RefundDialog = ({ purchase, onClose, onChanged }: RefundDialogProps) => (
  <Dialog open onClose={onClose} title={`Refund ${purchase.tool.title}`} size="small">
    {purchase.notRefundable === null ? (
      <RefundForm purchase={purchase} onClose={onClose} onChanged={onChanged} />
    ) : (
      <div className="flex flex-col gap-4">
        <p>{WHY_NOT[purchase.notRefundable]}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          <ButtonLink to="/support">Write to support</ButtonLink>
        </div>
      </div>
    )}
  </Dialog>
)

function RefundForm({ purchase, onClose, onChanged }: RefundDialogProps) {
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const send = async (reason: string) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const answer = await api<typeof checkoutContract.refund>('POST', '/api/purchases/:orderId/refund', {
        params: { orderId: purchase.orderId },
        body: { reason },
      })
      onChanged(answer.purchase)
      toast({
        kind: 'success',
        title: 'Refund requested',
        description: `${dollars(purchase.amount - purchase.refunded)} goes back to your card.`,
      })
      onClose()
    } catch (error) {
      setRefusal(toApiError(error).message)
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const reason = String(new FormData(event.currentTarget).get('reason') ?? '')
        if (!busy) void send(reason)
      }}
      className="flex flex-col gap-4"
    >
      <FormRefusal message={refusal} />
      <p>
        {dollars(purchase.amount - purchase.refunded)} goes back to the card that you paid with, within some days.
        {purchase.kind === 'tip' ? '' : ' The tool is then no longer yours.'}
      </p>
      {purchase.refundableUntil === null ? null : (
        <p className="text-13 text-text-2">
          You can decide this until {deadline.format(new Date(purchase.refundableUntil))}.
        </p>
      )}
      <TextAreaField
        id="refund-reason"
        name="reason"
        label="Why?"
        help="Only if you like; it helps the creator."
        required={false}
        rows={3}
        maxLength={500}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button type="submit" variant="danger" busy={busy}>
          Refund {dollars(purchase.amount - purchase.refunded)}
        </Button>
      </div>
    </form>
  )
}

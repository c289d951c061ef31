import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { earningsContract, Sale } from '#src/features/checkout/checkout.schema.ts'
import { centsIn, dollars } from '#src/lib/price-text.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'

interface RefundSaleDialogProps {
  readonly sale: Sale
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Gives a buyer all of the money back, or a part of it. */
export function RefundSaleDialog({ sale, onClose, onChanged }: RefundSaleDialogProps) {
  const left = sale.amount - sale.refunded
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['amount', 'reason'],
    check: (field, value) => (field === 'amount' ? amountProblem(value, left) : undefined),
    send: ({ amount, reason }) =>
      api<typeof earningsContract.refundSale>('POST', '/api/earnings/:orderId/refund', {
        params: { orderId: sale.orderId },
        // The form has checked it.
        body: { amount: centsIn(amount) ?? left, reason },
      }).then(() => {
        toast({ kind: 'success', title: 'Refunded', description: `${dollars(centsIn(amount) ?? left)} goes back.` })
        onChanged()
        onClose()
        return undefined
      }, toApiError),
  })
  return (
    <Dialog open onClose={onClose} title={`Refund a sale of ${sale.tool.title}`} size="small">
      <form {...formProps} className="flex flex-col gap-4">
        <FormRefusal message={refusal} />
        <p>
          The buyer gets the money on their card. Your share of it is taken from your balance; the fee of the card
          processor is not yours to pay. Who gets all of it back can no longer use the tool.
        </p>
        <TextField
          {...wired('amount')}
          id="sale-refund-amount"
          label="Amount in US dollars"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={(left / 100).toFixed(2)}
          help={`At most ${dollars(left)}`}
        />
        <TextAreaField
          {...wired('reason')}
          id="sale-refund-reason"
          label="Why?"
          required={false}
          rows={3}
          maxLength={500}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={busy}>
            Refund
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const amountProblem = (text: string, left: number): string | undefined => {
  const cents = centsIn(text)
  if (cents === undefined || cents === 0) return 'Enter an amount in dollars, such as 9.99'
  return cents > left ? `At most ${dollars(left)} can be given back` : undefined
}

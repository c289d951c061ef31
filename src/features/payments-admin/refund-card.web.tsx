import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import { FOUR_EYES_ABOVE, type paymentsAdminContract } from '#src/features/checkout/checkout.schema.ts'
import { centsIn, dollars } from '#src/lib/price-text.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'

const isUuid = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text.trim())

const problemOf = (field: 'orderId' | 'amount' | 'reason', value: string): string | undefined => {
  if (field === 'orderId') return isUuid(value) ? undefined : 'Enter the id of an order'
  if (field === 'reason') return value.trim().length < 3 ? 'Say why' : undefined
  return value.trim() === '' || centsIn(value) ? undefined : 'Enter an amount in dollars, such as 9.99'
}

interface RefundCardProps {
  /** Absent: its id is asked for. */
  readonly orderId?: string
  /** What another admin asked for and nobody has agreed to yet, in cents. */
  readonly proposed?: number | undefined
  /** Whether all of it back may end Pro. */
  readonly endsPro?: boolean
  readonly onChanged?: () => void
}

export function RefundCard({ orderId: known, proposed, endsPro = false, onChanged }: RefundCardProps) {
  const [round, setRound] = useState(0)
  const withFresh = useFreshSignIn()
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: known === undefined ? ['orderId', 'amount', 'reason'] : ['amount', 'reason'],
    check: problemOf,
    send: ({ orderId = '', amount, reason }: Partial<Record<'orderId' | 'amount' | 'reason', string>>) => {
      const cents = centsIn(amount ?? '')
      const refund = () =>
        api<typeof paymentsAdminContract.refund>('POST', '/api/admin/payments/:orderId/refund', {
          params: { orderId: known ?? orderId.trim() },
          body: { ...(cents !== undefined && { amount: cents }), reason: reason ?? '' },
        })
      return withFresh(refund).then(({ status }) => {
        toast(
          status === 'refunded'
            ? { kind: 'success', title: 'Refunded' }
            : {
                kind: 'info',
                title: 'Waits for a second admin',
                description: 'It happens once another admin asks for the same amount of the same order.',
              },
        )
        setRound((count) => count + 1)
        onChanged?.()
        return undefined
      }, toApiError)
    },
  })
  return (
    <Card heading={known === undefined ? 'Refund an order' : 'Refund this order'}>
      <form key={round} {...formProps} className="flex flex-col gap-4">
        <FormRefusal message={refusal} />
        <p className="text-14 text-text-2">
          {proposed === undefined
            ? `Above ${dollars(FOUR_EYES_ABOVE)}, with what admins gave back of the order before, a second admin has to ask for the same. It stands in the audit log with its reason.`
            : `${dollars(proposed)} wait for a second admin. Whoever did not ask for it agrees by asking for the same.`}
        </p>
        {endsPro ? (
          <p className="text-14 text-text-2">
            Once all of the last payment is back, Pro ends at once and is not renewed; a part leaves it as it is. What
            an upgrade counted in from the payment before is refunded on the page of that one.
          </p>
        ) : null}
        <div className="grid items-start gap-4 md:grid-cols-3">
          {known === undefined ? (
            <TextField {...wired('orderId')} label="Order" help="Its id" autoComplete="off" />
          ) : null}
          <TextField
            {...wired('amount')}
            label="Amount in US dollars"
            help="Empty: all that is left"
            inputMode="decimal"
            autoComplete="off"
            required={false}
            defaultValue={proposed === undefined ? '' : (proposed / 100).toFixed(2)}
          />
          <TextField {...wired('reason')} label="Reason" maxLength={500} />
        </div>
        <Button type="submit" variant="danger" className="w-fit" busy={busy}>
          Refund
        </Button>
      </form>
    </Card>
  )
}

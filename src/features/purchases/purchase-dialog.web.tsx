import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import {
  type CardForm,
  CONSENT,
  type checkoutContract,
  REFUND_DAYS,
  REFUND_RUNS,
} from '#src/features/checkout/checkout.schema.ts'
import { CardForm as CardFields } from '#src/features/payments/card-form.web.tsx'
import { dollars } from '#src/lib/price-text.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { CouponField, PriceToPay } from './price-to-pay.web.tsx'
import { usePurchase } from './use-purchase.web.tsx'

interface PurchaseDialogProps {
  readonly tool: { readonly id: string; readonly title: string }
  readonly onClose: () => void
  readonly onBought: () => void
}

/** Buys a tool: what it costs, what one gets, the consent, the card. */
export function PurchaseDialog({ tool, onClose, onBought }: PurchaseDialogProps) {
  const { step, retry, ...order } = usePurchase(tool.id, onBought)
  return (
    <Dialog open onClose={onClose} title={`Buy ${tool.title}`}>
      {step.at === 'starting' ? (
        <div role="status" aria-label="Preparing your order…">
          <Skeleton className="h-56 w-full" />
        </div>
      ) : step.at === 'refused' ? (
        <Refused code={step.code} message={step.message} onRetry={retry} onOwned={onBought} />
      ) : step.at === 'undecided' ? (
        <EmptyState
          level={3}
          title="Your bank has not decided yet"
          actions={<ButtonLink to="/purchases">Your purchases</ButtonLink>}
        >
          You are charged once or not at all. As soon as the payment is through, the tool is yours and a receipt is
          mailed to you.
        </EmptyState>
      ) : (
        <Pay
          key={step.form.orderId}
          form={step.form}
          failure={step.at === 'paying' ? step.failure : undefined}
          isSettling={step.at === 'settling'}
          order={order}
        />
      )}
    </Dialog>
  )
}

interface RefusedProps {
  readonly code: string
  readonly message: string
  readonly onRetry: () => void
  readonly onOwned: () => void
}

const Refused = ({ code, message, onRetry, onOwned }: RefusedProps) =>
  code === 'ALREADY_OWNED' ? (
    <div role="alert">
      <EmptyState level={3} title="You own this tool" actions={<Button onClick={onOwned}>Use it</Button>}>
        It was bought before, perhaps in another tab. Nothing was charged now.
      </EmptyState>
    </div>
  ) : code === 'COUNTRY_REQUIRED' ? (
    <EmptyState
      level={3}
      title="Where do you live?"
      actions={
        <ButtonLink to="/billing" variant="primary">
          Billing details
        </ButtonLink>
      }
    >
      {message}
    </EmptyState>
  ) : (
    <ErrorState level={3} title="Failed to initiate purchase" message={message} onRetry={onRetry} />
  )

interface PayProps {
  readonly form: CardForm
  readonly failure: string | undefined
  readonly isSettling: boolean
  readonly order: Omit<ReturnType<typeof usePurchase>, 'step' | 'retry'>
}

function Pay({ form, failure, isSettling, order }: PayProps) {
  return (
    <div className="flex flex-col gap-4">
      {form.livemode || form.clientSecret === null ? null : (
        <p className="rounded-6 bg-warn-soft px-3 py-2 text-13 text-warn">
          Test payments: no money moves. Pay with a test card, such as 4242 4242 4242 4242.
        </p>
      )}
      <PriceToPay form={form} />
      <CouponField coupon={form.coupon} onCode={order.redeem} />
      <ul className="flex list-disc flex-col gap-1 ps-5 text-13 text-text-2">
        <li>A personal licence for your account, for good, with all later versions.</li>
        <li>Here, over the API and in your workflows.</li>
        {form.clientSecret === null ? null : (
          <li>
            Your money back within {REFUND_DAYS} days, as long as you have run it successfully at most {REFUND_RUNS}{' '}
            times. A clone has its code: you are asked first, as it ends that.
          </li>
        )}
      </ul>
      {form.clientSecret === null ? (
        <>
          <FormRefusal message={failure} />
          <Button variant="primary" busy={isSettling} onClick={() => order.take(form)}>
            Take it for {dollars(0)}
          </Button>
        </>
      ) : (
        <PayByCard form={form} clientSecret={form.clientSecret} failure={failure} order={order} />
      )}
      <p role="status" className="text-13 text-text-2">
        {isSettling ? 'Confirming your payment…' : ''}
      </p>
    </div>
  )
}

interface PayByCardProps extends Omit<PayProps, 'isSettling'> {
  readonly clientSecret: string
}

function PayByCard({ form, clientSecret, failure, order }: PayByCardProps) {
  const [hasAgreed, setAgreed] = useState(false)
  return (
    <>
      <Consent orderId={form.orderId} onAgreed={() => setAgreed(true)} />
      <FormRefusal message={failure} />
      {hasAgreed ? (
        <CardFields
          provider={form.provider}
          publishableKey={form.publishableKey}
          clientSecret={clientSecret}
          returnUrl={`${window.location.origin}/purchases?success=true`}
          submitLabel={`Pay ${dollars(form.amount)}`}
          onTry={() => order.trying(form)}
          onDone={() => order.done(form)}
          onFailed={(message) => order.failed(form, message)}
        />
      ) : (
        <p className="text-13 text-text-2">Your card is asked for once you have ticked this.</p>
      )}
    </>
  )
}

/** Kept with the order before any card can be entered. What was agreed to stays agreed. */
function Consent({ orderId, onAgreed }: { readonly orderId: string; readonly onAgreed: () => void }) {
  const [state, setState] = useState<'open' | 'sending' | 'agreed'>('open')
  const [error, setError] = useState<string>()
  const agree = async () => {
    setState('sending')
    setError(undefined)
    try {
      await api<typeof checkoutContract.consent>('POST', '/api/purchases/:orderId/consent', {
        params: { orderId },
        body: { text: CONSENT },
      })
      setState('agreed')
      onAgreed()
    } catch (cause) {
      setState('open')
      setError(toApiError(cause).message)
    }
  }
  return (
    <CheckboxField
      id="consent"
      name="consent"
      label={CONSENT}
      required
      checked={state !== 'open'}
      aria-disabled={state !== 'open'}
      error={error}
      onChange={() => {
        if (state === 'open') void agree()
      }}
    />
  )
}

import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { CardForm, checkoutContract } from '#src/features/checkout/checkout.schema.ts'
import { type PaymentStep, usePayment } from './use-payment.web.tsx'

/** Where somebody is on the way from the press to the tool. */
export type PurchaseStep =
  | { readonly at: 'starting' }
  | { readonly at: 'refused'; readonly code: string; readonly message: string }
  | PaymentStep

/** Begins, or takes up again, the order of a tool as soon as it is used. */
export function usePurchase(toolId: string, onBought: () => void) {
  const [step, setStep] = useState<PurchaseStep>({ at: 'starting' })
  const [attempt, setAttempt] = useState(0)
  const { paid, fail, ...payment } = usePayment(setStep, 'Purchase successful!', onBought)
  const refused = useEffectEvent((error: unknown) => {
    const { code, message } = toApiError(error)
    // That it is theirs is good news, which the dialog tells.
    if (code !== 'ALREADY_OWNED') toast({ kind: 'error', title: 'Failed to initiate purchase', description: message })
    setStep({ at: 'refused', code, message })
  })
  useEffect(() => {
    const starting = new AbortController()
    api<typeof checkoutContract.purchase>(
      'POST',
      '/api/marketplace/purchase',
      { body: { fxnId: toolId, licenseType: 'personal' } },
      starting.signal,
    ).then(
      (form) => setStep({ at: 'paying', form, failure: undefined }),
      (error: unknown) => starting.signal.aborted || refused(error),
    )
    return () => starting.abort()
  }, [toolId, attempt])
  return {
    ...payment,
    step,
    /** Takes a code in or, with null, out; answers why it was refused. */
    redeem: (coupon: string | null): Promise<string | undefined> =>
      api<typeof checkoutContract.purchase>('POST', '/api/marketplace/purchase', {
        body: { fxnId: toolId, licenseType: 'personal', coupon },
      }).then(
        (form) => {
          payment.trying(form)
          return undefined
        },
        (error: unknown) => toApiError(error).message,
      ),
    /** What a code has made free. */
    take: (form: CardForm) => {
      setStep({ at: 'settling', form })
      api<typeof checkoutContract.take>('POST', '/api/purchases/:orderId/take', {
        params: { orderId: form.orderId },
      }).then(paid, (error: unknown) => fail(form, toApiError(error).message))
    },
    retry: () => {
      setStep({ at: 'starting' })
      setAttempt((count) => count + 1)
    },
  }
}

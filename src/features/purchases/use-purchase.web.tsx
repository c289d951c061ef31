import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast, toasts } from '#src/client/toasts.ts'
import type { CardForm, checkoutContract } from '#src/features/checkout/checkout.schema.ts'
import { awaitPaid } from './await-paid.ts'

const UNEXPECTED = 'An unexpected error occurred'

/** Where somebody is on the way from the press to the tool. */
export type PurchaseStep =
  | { readonly at: 'starting' }
  | { readonly at: 'refused'; readonly code: string; readonly message: string }
  | { readonly at: 'paying'; readonly form: CardForm; readonly failure: string | undefined }
  /** The card was taken; the books do not have it yet. */
  | { readonly at: 'settling'; readonly form: CardForm }
  | { readonly at: 'undecided' }

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const ask = (orderId: string) => () =>
  api<typeof checkoutContract.order>('GET', '/api/purchases/:orderId', { params: { orderId } })

const trying = (setStep: (step: PurchaseStep) => void, form: CardForm): undefined => {
  setStep({ at: 'paying', form, failure: undefined })
}

/** Begins, or takes up again, the order of a tool as soon as it is used. */
export function usePurchase(toolId: string, onBought: () => void) {
  const [step, setStep] = useState<PurchaseStep>({ at: 'starting' })
  const [attempt, setAttempt] = useState(0)
  const toldFailure = useRef<number>(undefined)
  /** Of the tries for one order only the last one counts. */
  const forgetFailure = () => {
    if (toldFailure.current !== undefined) toasts.dismiss(toldFailure.current)
  }
  const bought = () => {
    forgetFailure()
    toast({ kind: 'success', title: 'Purchase successful!' })
    onBought()
  }
  const refused = useEffectEvent((error: unknown) => {
    const { code, message } = toApiError(error)
    toast({ kind: 'error', title: 'Failed to initiate purchase', description: message })
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

  const fail = (form: CardForm, message: string) => {
    forgetFailure()
    // The dialog goes on saying it, and on a phone a toast that stays lies on its buttons.
    toldFailure.current = toast({ kind: 'error', title: 'Payment failed', description: message, persists: false })
    setStep({ at: 'paying', form, failure: message })
  }
  /** What the card form was told is a hint: the order itself knows whether it is paid. */
  const settle = async (form: CardForm, said: string | undefined) => {
    if (said === undefined) setStep({ at: 'settling', form })
    try {
      const outcome = await awaitPaid({ ask: ask(form.orderId), sleep })
      if (outcome.kind === 'paid') bought()
      else if (outcome.kind === 'waiting') setStep({ at: 'undecided' })
      else fail(form, said || outcome.message || UNEXPECTED)
    } catch {
      fail(form, said || UNEXPECTED)
    }
  }
  return {
    step,
    /** Takes a code in or, with null, out; answers why it was refused. */
    redeem: (coupon: string | null): Promise<string | undefined> =>
      api<typeof checkoutContract.purchase>('POST', '/api/marketplace/purchase', {
        body: { fxnId: toolId, licenseType: 'personal', coupon },
      }).then(
        (form) => trying(setStep, form),
        (error: unknown) => toApiError(error).message,
      ),
    /** What a code has made free. */
    take: (form: CardForm) => {
      setStep({ at: 'settling', form })
      api<typeof checkoutContract.take>('POST', '/api/purchases/:orderId/take', {
        params: { orderId: form.orderId },
      }).then(bought, (error: unknown) => fail(form, toApiError(error).message))
    },
    /** Another try: what was said about the last one is over. */
    trying: (form: CardForm) => trying(setStep, form),
    retry: () => {
      setStep({ at: 'starting' })
      setAttempt((count) => count + 1)
    },
    done: (form: CardForm) => void settle(form, undefined),
    failed: (form: CardForm, message: string) => void settle(form, message),
  }
}

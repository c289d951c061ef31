import { useRef } from 'react'
import { api } from '#src/client/api.ts'
import { toast, toasts } from '#src/client/toasts.ts'
import type { CardForm, checkoutContract } from '#src/features/checkout/checkout.schema.ts'
import { awaitPaid } from './await-paid.ts'

const UNEXPECTED = 'An unexpected error occurred'

/** Where somebody is with the card of an order. */
export type PaymentStep =
  | { readonly at: 'paying'; readonly form: CardForm; readonly failure: string | undefined }
  /** The card was taken; the books do not have it yet. */
  | { readonly at: 'settling'; readonly form: CardForm }
  | { readonly at: 'undecided' }

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const ask = (orderId: string) => () =>
  api<typeof checkoutContract.order>('GET', '/api/purchases/:orderId', { params: { orderId } })

/** From the form of a card to an order that is paid: `paidTitle` is what a toast says then. */
export function usePayment(setStep: (step: PaymentStep) => void, paidTitle: string, onPaid: () => void) {
  const toldFailure = useRef<number>(undefined)
  /** Of the tries for one order only the last one counts. */
  const forgetFailure = () => {
    if (toldFailure.current !== undefined) toasts.dismiss(toldFailure.current)
  }
  const paid = () => {
    forgetFailure()
    toast({ kind: 'success', title: paidTitle })
    onPaid()
  }
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
      if (outcome.kind === 'paid') paid()
      else if (outcome.kind === 'waiting') setStep({ at: 'undecided' })
      else fail(form, said || outcome.message || UNEXPECTED)
    } catch {
      // A card that was taken has not failed because nobody answers: whoever reads so pays a second time.
      if (said === undefined) setStep({ at: 'undecided' })
      else fail(form, said || UNEXPECTED)
    }
  }
  return {
    paid,
    fail,
    /** Another try: what was said about the last one is over. */
    trying: (form: CardForm) => {
      forgetFailure()
      setStep({ at: 'paying', form, failure: undefined })
    },
    done: (form: CardForm) => void settle(form, undefined),
    failed: (form: CardForm, message: string) => void settle(form, message),
  }
}

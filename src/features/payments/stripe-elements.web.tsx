import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js'
// The other entry would load Stripe's script with this module, and count everybody who sees a price.
import { loadStripe } from '@stripe/stripe-js/pure/index.js'
import { isCardPath } from '#src/lib/card-path.ts'
import type { Confirmation } from './payments.schema.ts'

/** Stripe's fields on our page. */
export interface StripeFields {
  /** Undefined when a field says by itself what is missing in it. */
  readonly confirm: (returnUrl: string) => Promise<Confirmation | undefined>
  readonly remove: () => void
}

interface Opening {
  readonly publishableKey: string
  readonly clientSecret: string
  readonly place: HTMLElement
}

const isDark = () =>
  (document.documentElement.dataset.theme ??
    (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'

/** Its frames have no stylesheet of ours. */
const appearance = (): Appearance => ({
  theme: isDark() ? 'night' : 'stripe',
  variables: { borderRadius: '6px', fontSizeBase: '14px' },
})

/**
 * Loads the page anew where Stripe's frames are kept out: a document keeps the policy that it was opened with, and this
 * one was opened for another page. True when it does.
 */
export function reopenForCards(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  if (opened === undefined || isCardPath(new URL(opened.name).pathname)) return false
  window.location.replace(`${window.location.pathname}?pay`)
  return true
}

/** Shows Stripe's fields in `place`; rejected when they cannot be had. */
export async function openStripeFields({ publishableKey, clientSecret, place }: Opening): Promise<StripeFields> {
  const stripe = await loadStripe(publishableKey)
  if (stripe === null) throw new Error('Stripe is for browsers')
  const elements = stripe.elements({ clientSecret, appearance: appearance() })
  const payment = elements.create('payment', { layout: 'tabs' })
  await new Promise<void>((resolve, reject) => {
    payment.once('ready', () => resolve())
    payment.once('loaderror', ({ error }) => reject(new Error(error.message ?? error.type)))
    payment.mount(place)
  })
  return {
    confirm: (returnUrl) => withoutModal(place, () => confirm({ stripe, elements, clientSecret, returnUrl })),
    remove: () => payment.destroy(),
  }
}

interface Confirming {
  readonly stripe: Stripe
  readonly elements: StripeElements
  readonly clientSecret: string
  readonly returnUrl: string
}

async function confirm({ stripe, elements, clientSecret, returnUrl }: Confirming): Promise<Confirmation | undefined> {
  const options = {
    elements,
    confirmParams: { return_url: new URL(returnUrl, window.location.origin).href },
    redirect: 'if_required',
  } as const
  // A card that is only kept has a secret of another kind.
  const { error } = clientSecret.startsWith('seti_')
    ? await stripe.confirmSetup(options)
    : await stripe.confirmPayment(options)
  if (error === undefined) return { status: 'succeeded', message: null }
  return error.type === 'validation_error' ? undefined : { status: 'failed', message: error.message ?? null }
}

const AS_A_MODAL = { position: 'fixed', insetBlock: '0', zIndex: '50', boxShadow: '0 0 0 100vmax var(--backdrop)' }

/**
 * A bank asks in a frame that Stripe puts at the end of the page, where a modal dialog makes it inert and covers it.
 * Until the work is done the dialog around `element` is an ordinary one.
 */
async function withoutModal<T>(element: HTMLElement, work: () => Promise<T>): Promise<T> {
  const dialog = element.closest<HTMLDialogElement>('dialog:modal')
  if (dialog === null) return work()
  const before = dialog.style.cssText
  await closeUnheard(dialog)
  Object.assign(dialog.style, AS_A_MODAL)
  dialog.show()
  try {
    return await work()
  } finally {
    // Whoever has closed it meanwhile does not want it back.
    if (dialog.isConnected && dialog.open) {
      await closeUnheard(dialog)
      // The attribute itself is refused by the policy of our pages.
      dialog.style.cssText = before
      dialog.showModal()
    }
  }
}

/** Nobody has closed it, so those who listen for that are not to hear of it. */
const closeUnheard = (dialog: HTMLDialogElement) =>
  new Promise<void>((resolve) => {
    const hush = (event: Event) => {
      event.stopImmediatePropagation()
      resolve()
    }
    dialog.addEventListener('close', hush, { capture: true, once: true })
    dialog.close()
  })

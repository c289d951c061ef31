import type { checkoutContract } from '#src/features/checkout/checkout.schema.ts'
import type { AnswerOf } from '#src/lib/contract.ts'

type Order = AnswerOf<typeof checkoutContract.order>

export type Outcome =
  | { readonly kind: 'paid' }
  /** The provider has the payment and has not decided. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'unpaid'; readonly message: string | undefined }

/** How far an order is: what the books say wins over what the payment says. */
export function outcomeOf({ purchase, payment }: Order): Outcome {
  if (purchase.hasAccess || (purchase.kind === 'tip' && purchase.state === 'paid')) return { kind: 'paid' }
  if (purchase.state !== 'open') return { kind: 'unpaid', message: undefined }
  if (payment.status === 'processing' || payment.status === 'succeeded') return { kind: 'waiting' }
  return { kind: 'unpaid', message: payment.failure?.message }
}

interface World {
  readonly ask: () => Promise<Order>
  readonly sleep: (ms: number) => Promise<void>
}

const ASK_EVERY_MS = 1000
const MOST_QUESTIONS = 20

/** Asks until it is known whether the order is paid, or for as long as somebody would look at a spinner. */
export async function awaitPaid({ ask, sleep }: World): Promise<Outcome> {
  for (let asked = 1; ; asked++) {
    const outcome = outcomeOf(await ask())
    if (outcome.kind !== 'waiting' || asked === MOST_QUESTIONS) return outcome
    await sleep(ASK_EVERY_MS)
  }
}

import type { CardInput } from '../payments.schema.ts'
import type { NewIntent } from '../provider.ts'

/** Any card of docs.stripe.com/testing, as somebody would type it. */
export const typed = (number: string): CardInput => ({ number, expMonth: 12, expYear: 2040, cvc: '123' })

export const VISA = typed('4242 4242 4242 4242')

/** A payment of $9.99. */
export const aPayment = (customerId: string, more: Partial<NewIntent> = {}): NewIntent => ({
  orderId: 'order-1',
  amount: 999,
  customerId,
  description: 'Rot 13',
  metadata: {},
  key: `order:${Math.random()}`,
  ...more,
})

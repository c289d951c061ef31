import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

const ClientSecret = z.string().min(1).max(200)

export const Confirmation = z.object({
  status: z.enum(['succeeded', 'requires_action', 'failed']),
  /** For the buyer, when it failed. */
  message: z.string().nullable(),
})
export type Confirmation = z.infer<typeof Confirmation>

/** What a form asks for. The number goes no further than `readCard`. */
export const CardInput = z.strictObject({
  number: z.string().max(30),
  expMonth: z.int().min(1).max(12),
  expYear: z.int().min(2000).max(2100),
  cvc: z.string().max(4),
})
export type CardInput = z.infer<typeof CardInput>

/** The embedded test provider only: with Stripe a card goes from the browser to Stripe. */
export const testPaymentsContract = {
  confirm: endpoint({
    method: 'POST',
    path: '/api/payments/confirm',
    summary: 'Pay with a test card, or keep it; only while payments are tests',
    body: z.strictObject({ clientSecret: ClientSecret, card: CardInput }),
    answer: Confirmation,
    // Nothing of a card is kept, not even under a hash.
    replay: false,
    errors: ['SIGN_IN_REQUIRED', 'CARD_REFUSED', 'TOO_MANY_REQUESTS'],
  }),
  authenticate: endpoint({
    method: 'POST',
    path: '/api/payments/authenticate',
    summary: 'Say whether the test card’s owner passed authentication; only while payments are tests',
    body: z.strictObject({ clientSecret: ClientSecret, passed: z.boolean() }),
    answer: Confirmation,
    errors: ['SIGN_IN_REQUIRED', 'CARD_REFUSED', 'TOO_MANY_REQUESTS'],
  }),
  onboardingOpen: endpoint({
    method: 'GET',
    path: '/api/payments/onboarding',
    summary: 'Whether the page is there where test payees say where their money goes',
    answer: z.object({ open: z.literal(true) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  onboard: endpoint({
    method: 'POST',
    path: '/api/payments/onboarding',
    summary: 'Say what the bank of a test payee does; only while payments are tests',
    body: z.strictObject({ token: z.string().min(1).max(100), bank: z.enum(['pays', 'refuses', 'asks_more']) }),
    /** Where the person came from. */
    answer: z.object({ returnUrl: z.string() }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
}

/** The same address with Stripe: nobody gives us a card number. */
export const noCardsContract = {
  confirm: endpoint({
    method: 'POST',
    path: '/api/payments/confirm',
    summary: 'Takes no card numbers: they go from the browser to the payment provider',
    body: z.strictObject({ clientSecret: ClientSecret }),
    answer: Confirmation,
    errors: ['SIGN_IN_REQUIRED'],
  }),
}

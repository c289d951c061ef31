import type { PaymentFailure } from './provider.ts'

/** For the buyer; what is not named here is a plain refusal. */
const WORDS: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your card has insufficient funds.',
  lost_card: 'Your card was declined.',
  stolen_card: 'Your card was declined.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: 'Your card’s security code is incorrect.',
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  incorrect_number: 'Your card number is incorrect.',
  invalid_expiry_month: 'Your card’s expiration month is invalid.',
  invalid_expiry_year: 'Your card’s expiration year is invalid.',
  invalid_cvc: 'Your card’s security code is invalid.',
  authentication_required: 'Your card was declined. This payment requires authentication.',
  payment_intent_authentication_failure: 'We could not confirm that it is you. Choose another way to pay or try again.',
  test_mode_live_card: 'Your card was declined. Only test cards work here.',
}

/** Codes after which the same card will never do. Source: docs.stripe.com/declines/codes. */
const FINAL: ReadonlySet<string> = new Set([
  'expired_card',
  'incorrect_number',
  'invalid_account',
  'lost_card',
  'new_account_information_available',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'stop_payment_order',
  'test_mode_live_card',
])

/** What a code of the provider's means to us. */
export const toFailure = (code: string, message = WORDS[code] ?? 'Your card was declined.'): PaymentFailure => ({
  code,
  message,
  mayRetry: !FINAL.has(code),
})

import { toFailure } from '../declines.ts'
import type { CardInput } from '../payments.schema.ts'
import { ProviderRefusedError } from '../provider.ts'

export interface Behaviour {
  /** With its owner at the form. */
  readonly here: 'succeeds' | 'asks' | Decline
  /** Once its owner has proven to be there. */
  readonly proven?: Decline
  /** Later, by itself. */
  readonly away: 'succeeds' | Decline
  /** Whether it can be kept, where that differs from `here`. */
  readonly saving?: 'succeeds'
  /** What an hour brings. */
  readonly later?: 'dispute' | 'refund_waits' | 'refund_fails'
}
interface Decline {
  readonly declined: string
}

const declined = (code: string): Behaviour => ({ here: { declined: code }, away: { declined: code } })
const succeeds: Behaviour = { here: 'succeeds', away: 'succeeds' }
const needsOwner: Behaviour = { here: 'asks', away: { declined: 'authentication_required' } }

export const behaviours = {
  succeeds,
  declined: declined('card_declined'),
  insufficient_funds: declined('insufficient_funds'),
  lost_card: declined('lost_card'),
  stolen_card: declined('stolen_card'),
  expired_card: declined('expired_card'),
  incorrect_cvc: declined('incorrect_cvc'),
  processing_error: declined('processing_error'),
  declined_later: { ...declined('card_declined'), saving: 'succeeds' },
  // Once its owner has confirmed that it is to be kept, it pays by itself.
  asks_until_saved: { here: 'asks', away: 'succeeds' },
  asks_always: needsOwner,
  asks_then_declined: { ...needsOwner, proven: { declined: 'card_declined' } },
  disputed: { ...succeeds, later: 'dispute' },
  refund_waits: { ...succeeds, later: 'refund_waits' },
  refund_fails: { ...succeeds, later: 'refund_fails' },
} as const satisfies Record<string, Behaviour>
export type BehaviourName = keyof typeof behaviours

/** Numbers and what they do: Stripe's, from docs.stripe.com/testing. */
const NUMBERS: Readonly<Record<string, BehaviourName>> = {
  '4242424242424242': 'succeeds',
  '4000056655665556': 'succeeds',
  '5555555555554444': 'succeeds',
  '378282246310005': 'succeeds',
  '6011111111111117': 'succeeds',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000009987': 'lost_card',
  '4000000000009979': 'stolen_card',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
  '4000000000000341': 'declined_later',
  '4000002500003155': 'asks_until_saved',
  '4000002760003184': 'asks_always',
  '4000000000003220': 'asks_always',
  '4000008400001629': 'asks_then_declined',
  '4000000000000259': 'disputed',
  '4000000000007726': 'refund_waits',
  '4000000000005126': 'refund_fails',
}

export interface TestCard {
  readonly behaviour: BehaviourName
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

const refused = (code: string) => new ProviderRefusedError(toFailure(code))

const brandOf = (number: string): string => {
  if (number.startsWith('4')) return 'visa'
  if (/^3[47]/.test(number)) return 'amex'
  return number.startsWith('6') ? 'discover' : 'mastercard'
}

/** The card behind what was typed. Any that is not for tests is refused, and nobody keeps its number. */
export function readCard({ number, expMonth, expYear, cvc }: CardInput, now: Date): TestCard {
  const digits = number.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) throw refused('incorrect_number')
  const isOver = expYear * 12 + expMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
  if (isOver) throw refused(expYear < now.getUTCFullYear() ? 'invalid_expiry_year' : 'invalid_expiry_month')
  const behaviour = NUMBERS[digits]
  if (behaviour === undefined) throw refused('test_mode_live_card')
  const brand = brandOf(digits)
  if (!new RegExp(`^\\d{${brand === 'amex' ? 4 : 3}}$`).test(cvc)) throw refused('invalid_cvc')
  return { behaviour, brand, last4: digits.slice(-4), expMonth, expYear }
}

/** The check digit of ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [at, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

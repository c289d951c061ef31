import { dollars } from '#src/lib/price-text.ts'
import { MIN_PAYOUT, type PayoutStatus, type SkipReason } from './payout-rules.ts'

/** Why a payout was not made, for its creator. */
export const REASON_WORDS: Readonly<Record<SkipReason, string>> = {
  ADMIN_HOLD: 'Your payouts are on hold while we look at something.',
  SUSPENDED: 'Your account is suspended.',
  UNDER_WAY: 'Another payout is on its way. What is left goes out after it.',
  NEGATIVE_BALANCE: 'Refunds took more than was there. What you sell next makes up for it.',
  DISPUTE_HELD: `Disputes hold a part of it. What is left is below ${dollars(MIN_PAYOUT)}.`,
  BELOW_MINIMUM: `Payouts begin at ${dollars(MIN_PAYOUT)}.`,
  ONBOARDING_NEEDED: 'Say first where the money goes.',
  ACCOUNT_RESTRICTED: 'The payment provider needs more details from you.',
}

const FAILED_WORDS: Readonly<Record<string, string>> = {
  REFUSED: 'The payment provider refused it.',
  RETURNED: 'The money came back.',
}

const SHORT_WORDS: Readonly<Record<string, string>> = {
  ADMIN_HOLD: 'On hold',
  SUSPENDED: 'Account suspended',
  UNDER_WAY: 'Another one is on its way',
  NEGATIVE_BALANCE: 'Balance below zero',
  DISPUTE_HELD: 'Held for disputes',
  BELOW_MINIMUM: `Below ${dollars(MIN_PAYOUT)}`,
  ONBOARDING_NEEDED: 'No bank account yet',
  ACCOUNT_RESTRICTED: 'The provider needs more details',
  REFUSED: 'Refused by the provider',
  RETURNED: 'The money came back',
} satisfies Readonly<Record<SkipReason, string>> & Readonly<Record<string, string>>

/** Why nothing was paid, for whoever looks after payouts. */
export const shortWhy = (reason: string): string => SHORT_WORDS[reason] ?? reason

interface Explained {
  readonly status: PayoutStatus
  readonly reason: string | null
}

/** Empty for what needs no reason. */
export const whyOf = ({ status, reason }: Explained): string => {
  if (reason === null) return ''
  return (status === 'skipped' ? REASON_WORDS[reason as SkipReason] : FAILED_WORDS[reason]) ?? reason
}

import { dollars } from '#src/lib/price-text.ts'
import type { SubscriptionView } from './subscriptions.schema.ts'

/** In UTC, so that the page says the same on the server and in every browser. */
export const dayOf = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** What a subscription is, in a sentence or two. */
export function inWords(view: SubscriptionView): string {
  const { status, cancelAtPeriodEnd, periodEnd, nextCharge, accessUntil, isHopeless } = view
  const end = periodEnd === null ? '' : dayOf(periodEnd)
  const until = accessUntil === null ? '' : ` Pro goes on until ${dayOf(accessUntil)}.`
  if (view.isRefunded && status !== 'canceled')
    return 'Your last payment was given back, so Pro has ended. You can begin it anew in a minute.'
  switch (status) {
    case 'incomplete':
      return 'Your subscription begins as soon as the card is confirmed.'
    case 'incomplete_expired':
      return 'Your last subscription was never paid, so it did not begin.'
    case 'trialing':
      return cancelAtPeriodEnd
        ? `You are trying Pro until ${end}. Then it ends, and nothing is charged.`
        : `You are trying Pro until ${end}. ${nextCharge === null ? '' : `Then your card is charged ${dollars(nextCharge.amount)}.`}`
    case 'active':
      return cancelAtPeriodEnd
        ? `Pro ends on ${end}. Nothing more is charged.`
        : `You have Pro. ${nextCharge === null ? '' : `On ${dayOf(nextCharge.at)} your card is charged ${dollars(nextCharge.amount)}.`}`
    case 'past_due':
      if (isHopeless) return `Your bank refused the last payment for good, so this card is not tried again.${until}`
      return `The last payment did not succeed.${nextCharge === null ? '' : ` We try again on ${dayOf(nextCharge.at)}.`}${until}`
    case 'unpaid':
      return 'The last payment did not succeed, so Pro has ended. Pay now to go on; nothing is charged by itself.'
    case 'paused':
      return 'Your trial is over and there is no card, so Pro has ended. Pay now to go on.'
    case 'canceled':
      return 'Your subscription has ended.'
  }
}

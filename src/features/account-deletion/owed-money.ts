import { MIN_PAYOUT } from '#src/features/payouts/payout-rules.ts'
import { dollars } from '#src/lib/price-text.ts'
import type { Owed } from './account-deletion.queries.ts'

const dayOf = (date: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date)

/** What is theirs together; 0 for who owes us. */
export const owedInAll = ({ available, pending, held, on_its_way }: Owed): number =>
  Math.max(0, available + pending + held) + on_its_way

/** What keeps somebody from leaving, and when it can be paid: "$14.00 can be paid out now; $7.00 from 2 May 2026". */
export function describeOwed({ available, pending, held, on_its_way, pending_until }: Owed): string {
  const from = pending_until === null ? '' : ` from ${dayOf(pending_until)}`
  return [
    ...(available >= MIN_PAYOUT ? [`${dollars(available)} can be paid out now`] : []),
    ...(available > 0 && available < MIN_PAYOUT
      ? [`${dollars(available)} are less than the ${dollars(MIN_PAYOUT)} from which we pay out`]
      : []),
    ...(pending > 0 ? [`${dollars(pending)} can be paid out${from}`] : []),
    ...(held > 0 ? [`${dollars(held)} are held until a bank has decided`] : []),
    ...(on_its_way > 0 ? [`${dollars(on_its_way)} are on their way to your bank`] : []),
  ].join('; ')
}

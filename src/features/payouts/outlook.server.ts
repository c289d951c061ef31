import type { Till } from '#src/features/checkout/till.ts'
import { nextMonday, skipReason } from './payout-rules.ts'
import { REASON_WORDS } from './payout-words.ts'
import { findFacts, pendingUntil } from './payouts.queries.ts'

/** What would be paid now and on Monday, if nothing else happens until then. */
export async function outlooks(till: Till, creatorId: string) {
  const { db, provider } = till
  const facts = await findFacts(db, creatorId, provider)
  const monday = nextMonday(till.now())
  const at = async (date: Date, isUnderWay: boolean) => {
    const amount = facts.available + (await pendingUntil(db, creatorId, provider.livemode, date))
    const reason = skipReason({ ...facts, available: amount, isUnderWay })
    return { amount, reason, why: reason === null ? '' : REASON_WORDS[reason] }
  }
  return {
    now: await at(till.now(), facts.isUnderWay),
    // What is on its way today has arrived by then.
    next: { ...(await at(monday, false)), at: monday.toISOString() },
  }
}

/** Places of a process for runs from the queue: of one account at most, and of all together. */
export const PLACES = { account: 25, all: 100 }
/** For accounts that come while all others have as much as they may. */
const SPARE = 10
const LEAST = 2

/**
 * How many places an account may have when so many accounts have runs in the queue. There is room for one more account,
 * so that its first runs wait for nobody's end.
 */
export function fairShare(accounts: number): number {
  const share = Math.floor((PLACES.all - SPARE) / (accounts + 1))
  return Math.min(PLACES.account, Math.max(LEAST, share))
}

/** From so many accounts on the share stays the same: there is no need to count on. */
export const MOST_ACCOUNTS = Math.ceil(PLACES.all / LEAST)

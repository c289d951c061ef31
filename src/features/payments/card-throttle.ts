const MINUTE_MS = 60_000
const PER_MINUTE = 6
const PER_HOUR = 20
const BLOCKED_MS = 30 * MINUTE_MS
/** One address may be many people's. */
const OF_ADDRESS = 10
const MAX_KEYS = 20_000

interface Tries {
  /** Of the last hour. */
  at: number[]
  blockedUntil: number
}

/** Holds back whoever tries cards one after the other. Source of the figures: Polar's rate_limit.py. */
export interface CardThrottle {
  /** Seconds to wait, 0 when the card may be tried. */
  take(who: { readonly userId: string; readonly address: string }, now?: number): number
}

export function createCardThrottle(): CardThrottle {
  const known = new Map<string, Tries>()
  const count = (key: string, times: number, now: number): number => {
    const tries = known.get(key) ?? { at: [], blockedUntil: 0 }
    if (tries.blockedUntil > now) return tries.blockedUntil
    const at = [...tries.at.filter((one) => one > now - 60 * MINUTE_MS), now]
    const lastMinute = at.filter((one) => one > now - MINUTE_MS).length
    const isTooMuch = at.length > PER_HOUR * times || lastMinute > PER_MINUTE * times
    const blockedUntil = isTooMuch ? now + BLOCKED_MS : 0
    known.delete(key)
    known.set(key, { at, blockedUntil })
    return blockedUntil
  }
  return {
    take({ userId, address }, now = Date.now()) {
      const until = Math.max(count(`user ${userId}`, 1, now), count(`address ${address}`, OF_ADDRESS, now))
      for (const [key] of known) {
        if (known.size <= MAX_KEYS) break
        known.delete(key)
      }
      return until > now ? Math.ceil((until - now) / 1000) : 0
    },
  }
}

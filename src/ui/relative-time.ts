const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const MINUTE_MS = 60_000

const UNITS = [
  ['year', 31_556_952_000],
  ['month', 2_629_746_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', MINUTE_MS],
] as const

/**
 * Both in milliseconds. Below a minute "just now"; whole units, rounded towards now, but what is to come has a minute
 * more: what is 7 days away is not 6 days away a moment later.
 */
export function relativeTime(at: number, now: number): string {
  const distance = at - now
  const counted = distance > 0 ? distance + MINUTE_MS - 1 : distance
  for (const [unit, ms] of UNITS) if (Math.abs(distance) >= ms) return format.format(Math.trunc(counted / ms), unit)
  return 'just now'
}

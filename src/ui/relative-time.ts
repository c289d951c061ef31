const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const UNITS = [
  ['year', 31_556_952_000],
  ['month', 2_629_746_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Both in milliseconds. Below a minute "just now"; whole units, rounded towards now. */
export function relativeTime(at: number, now: number): string {
  const distance = at - now
  for (const [unit, ms] of UNITS) if (Math.abs(distance) >= ms) return format.format(Math.trunc(distance / ms), unit)
  return 'just now'
}

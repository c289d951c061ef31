/** The same request may succeed later; every other status below 500 is final. */
const PASSING_STATUSES = new Set([408, 425, 429])

export const isPassingStatus = (status: number): boolean => status >= 500 || PASSING_STATUSES.has(status)

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Milliseconds until the time that a Retry-After header names (RFC 9110, section 10.2.3); undefined when it names none. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,10}$/.test(header)) return Number(header) * 1000
  if (!HTTP_DATE.test(header)) return undefined
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

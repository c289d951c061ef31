import { epochSeconds, parseIsoDateTime } from './date-time-text.ts'

/** Seconds since 1970 of "1111111109", "2005-03-18T01:58:29Z" or "2005-03-18 01:58:29" (UTC); undefined where it is none. */
export function instantSeconds(text: string): number | undefined {
  const given = text.trim()
  if (/^\d{1,15}$/.test(given)) return Number(given)
  const written = parseIsoDateTime(given)
  return written && epochSeconds(written)
}

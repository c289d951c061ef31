import { add, fromNumber, multiply, parseDecimal, type Rational, roundHalfUp } from '#src/lib/rational.ts'

const CLOCK = /^(?:(\d{1,3})[:h])?(\d{1,3})[:m'’′](\d{1,2}(?:\.\d{1,9})?)["”″s]?$/
const SECONDS = /^\d{1,9}(?:\.\d{1,9})?$/
const UNIT = /\s*(?:min)?\s*(?:\/|per)?\s*(?:km)?$/i

/** Seconds of "4:15", "3:30:00", "4'15", "45 min" or of a plain number of seconds; undefined for other text. */
export function parseClock(text: string): Rational | undefined {
  const plain = text.trim().replace(UNIT, '')
  if (SECONDS.test(plain)) return multiply(parseDecimal(plain), fromNumber(/min/i.test(text) ? 60 : 1))
  const [, hours, minutes, seconds] = CLOCK.exec(plain) ?? []
  if (minutes === undefined || seconds === undefined || Number(seconds) >= 60) return undefined
  // Without hours there may be many: 75:00.
  if (hours !== undefined && Number(minutes) >= 60) return undefined
  const whole = fromNumber(Number(hours ?? '0') * 3600 + Number(minutes) * 60)
  return add(whole, parseDecimal(seconds))
}

const two = (value: number) => String(value).padStart(2, '0')

/** "4:16" or "3:30:59": to the nearest second, halves up. */
export function printClock(seconds: Rational): string {
  const total = Number(roundHalfUp(seconds))
  const [hours, minutes] = [Math.floor(total / 3600), Math.floor(total / 60) % 60]
  return hours === 0 ? `${minutes}:${two(total % 60)}` : `${hours}:${two(minutes)}:${two(total % 60)}`
}

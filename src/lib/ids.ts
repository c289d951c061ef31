const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => UUID.test(text)

interface Tick {
  readonly ms: number
  /** Counts the ids of one millisecond, from a number of 11 random bits. */
  readonly count: number
}

const MAX_COUNT = 0xfff
/** A clock that was put back by more than that is believed, and ids begin anew. */
const MOST_BEHIND_MS = 10_000
let last: Tick = { ms: 0, count: 0 }

function nextTick(now: number): Tick {
  const isLater = now > last.ms || now < last.ms - MOST_BEHIND_MS
  if (!isLater && last.count < MAX_COUNT) return { ms: last.ms, count: last.count + 1 }
  const [random = 0] = crypto.getRandomValues(new Uint16Array(1))
  return { ms: isLater ? now : last.ms + 1, count: random >> 5 }
}

/**
 * A UUID of version 7 (RFC 9562, section 5.7): 48 bits of milliseconds, 12 that count the ids of one millisecond
 * (section 6.2, method 1), then 62 random bits. Ids of one process are in the order in which they were made: lists are
 * sorted by them.
 */
export function uuidv7(now: number = Date.now()): string {
  last = nextTick(now)
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const view = new DataView(bytes.buffer)
  view.setUint16(0, Math.floor(last.ms / 2 ** 32))
  view.setUint32(2, last.ms % 2 ** 32)
  view.setUint16(6, 0x7000 | last.count)
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

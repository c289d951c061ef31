/** The 32-bit FNV-1a hash of the text's UTF-8 bytes. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** Marsaglia's xorshift32: the numbers from 1 to 2^32 − 1 in a fixed order. Not for secrets. */
export function* xorshift32(start: number): Generator<number, never> {
  let state = start
  for (;;) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    yield state >>> 0
  }
}

/** A shuffled copy; the same seed always gives the same order. Fisher and Yates, by xorshift32. */
export function shuffle<Item>(items: readonly Item[], seed: string): Item[] {
  // The generator stays at 0 forever when it starts there.
  const numbers = xorshift32(fnv1a(seed) || 1)
  const rest = [...items]
  const shuffled: Item[] = []
  while (rest.length > 0) shuffled.push(...rest.splice(numbers.next().value % rest.length, 1))
  return shuffled
}

/** Bytes: of a cryptographic source, or of a seed. */
export type RandomBytes = (count: number) => Uint8Array

/** The same bytes for the same seed, for results that can be had again. Not for secrets. */
export function seededBytes(seed: string): RandomBytes {
  const numbers = xorshift32(fnv1a(seed) || 1)
  // The lowest bits of xorshift are the weakest.
  return (count) => Uint8Array.from({ length: count }, () => numbers.next().value >>> 24)
}

/** A whole number from 0 to below `limit` (1 to 2^32), each as likely as the others: what would favour some is drawn again. */
export function randomBelow(limit: number, randomBytes: RandomBytes): number {
  // Every draw would be drawn again, for ever.
  if (!(limit >= 1 && limit <= 2 ** 32)) throw new RangeError(`There is no whole number below ${limit}`)
  const fair = 2 ** 32 - (2 ** 32 % limit)
  for (;;) {
    const drawn = new DataView(randomBytes(4).buffer).getUint32(0)
    if (drawn < fair) return drawn % limit
  }
}

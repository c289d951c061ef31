import { type RandomBytes, randomBelow } from '#src/lib/random.ts'

/** Crockford's base 32: no letter that looks like a digit. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** "R-7K3M-9QZ2", short enough to be read out on the telephone: 2^40 of them. */
export function newReference(randomBytes: RandomBytes): string {
  const signs = Array.from({ length: 8 }, () => SIGNS.charAt(randomBelow(SIGNS.length, randomBytes))).join('')
  return `R-${signs.slice(0, 4)}-${signs.slice(4)}`
}

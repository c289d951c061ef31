import { hmac } from '@noble/hashes/hmac.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import type { CHash } from '@noble/hashes/utils.js'
import { utf8Bytes } from '#src/lib/utf8.ts'

/** RFC 7518, section 3.2. */
const HASHES = new Map<string, CHash>([
  ['HS256', sha256],
  ['HS384', sha384],
  ['HS512', sha512],
])

export interface Verdict {
  /** Absent where it was not checked. */
  readonly signatureValid?: boolean
  readonly signature: string
}

interface Signed {
  readonly algorithm: unknown
  /** Header and payload as they were sent, with the point between them. */
  readonly signed: string
  readonly signature: Uint8Array
  /** Without bits that belong to no byte: RFC 4648, section 3.5, has them be zero, or several texts were one signature. */
  readonly isCanonical: boolean
  readonly key: Uint8Array | undefined
  /** Extensions that must be understood (RFC 7515, section 4.1.11). */
  readonly critical: unknown
}

const areEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

export function judgeSignature({ algorithm, signed, signature, isCanonical, key, critical }: Signed): Verdict {
  if (typeof algorithm !== 'string') return { signatureValid: false, signature: 'Not valid: the header names no alg.' }
  if (/^none$/i.test(algorithm))
    return { signatureValid: false, signature: 'Not valid: alg “none” is no signature, whatever the token says.' }
  if (critical !== undefined)
    return { signatureValid: false, signature: 'Not valid here: the header has crit, with extensions unknown to us.' }
  const hash = HASHES.get(algorithm)
  if (hash === undefined)
    return { signature: `Not checked: ${algorithm.slice(0, 40)} cannot be checked here, only HS256, HS384 and HS512.` }
  if (key === undefined) return { signature: 'Not checked: fill in the secret.' }
  if (!isCanonical || !areEqual(hmac(hash, key, utf8Bytes(signed)), signature))
    return { signatureValid: false, signature: 'Not valid: another secret, or a changed token.' }
  const short = key.length < hash.outputLen
  const warning = short ? ` The secret is shorter than the ${hash.outputLen} bytes that RFC 7518 demands.` : ''
  return { signatureValid: true, signature: `Valid for this secret.${warning}` }
}

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export interface Signer {
  /** `payload.signature`, safe in an address. */
  sign(payload: string): string
  /** The payload when the signature is ours, undefined otherwise. */
  verify(token: string): string | undefined
}

/** Signs what we hand out and want back unchanged; tokens of one purpose mean nothing to another. */
export function createSigner(masterKey: Uint8Array, purpose: string): Signer {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', `fettle signatures: ${purpose}`, 32))
  const signatureOf = (encoded: string) => createHmac('sha256', key).update(encoded).digest()
  return {
    sign(payload) {
      const encoded = Buffer.from(payload).toString('base64url')
      return `${encoded}.${signatureOf(encoded).toString('base64url')}`
    },
    verify(token) {
      const [encoded = '', given = '', ...rest] = token.split('.')
      const signature = Buffer.from(given, 'base64url')
      const expected = signatureOf(encoded)
      if (rest.length > 0 || signature.length !== expected.length || !timingSafeEqual(signature, expected))
        return undefined
      return Buffer.from(encoded, 'base64url').toString()
    },
  }
}

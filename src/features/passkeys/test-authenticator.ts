import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyQuestion } from './passkeys.schema.ts'

/** What an honest authenticator and browser would say; a test changes one thing. */
export interface Ceremony {
  readonly origin: string
  readonly rpId: string
  readonly userVerified: boolean
  readonly counter: number
  /** In place of the challenge of the question. */
  readonly challenge?: string
}

const HONEST: Ceremony = { origin: 'http://localhost:3000', rpId: 'localhost', userVerified: true, counter: 1 }

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const base64Url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')

// WebAuthn level 3, section 6.1: flags of the authenticator data.
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

// RFC 8949: just enough of CBOR for an attestation without a statement.
const text = (value: string) => Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)])
const bytes = (value: Uint8Array) => Buffer.concat([Buffer.of(0x58, value.length), value])

/** An authenticator in software with one ES256 key, as WebAuthn level 3 and RFC 9053 describe it. */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  // RFC 9052, section 7: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  const coseKey = Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.of(0x22),
    bytes(Buffer.from(y, 'base64url')),
  ])
  const credential = {
    id: base64Url(id),
    rawId: base64Url(id),
    type: 'public-key',
    clientExtensionResults: {},
  } as const

  const clientData = (type: string, { options }: PasskeyQuestion, { origin, challenge }: Ceremony) =>
    JSON.stringify({ type, challenge: challenge ?? options.challenge, origin, crossOrigin: false })
  const authenticatorData = ({ rpId, userVerified, counter }: Ceremony, withCredential: boolean) => {
    const flags = USER_PRESENT | (userVerified ? USER_VERIFIED : 0) | (withCredential ? HAS_CREDENTIAL : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(counter, 1)
    const attested = [Buffer.alloc(16), Buffer.of(0, id.length), id, coseKey]
    return Buffer.concat([sha256(rpId), head, ...(withCredential ? attested : [])])
  }
  return {
    /** Answers `navigator.credentials.create()`. */
    make(question: PasskeyQuestion, changed: Partial<Ceremony> = {}) {
      const ceremony = { ...HONEST, counter: 0, ...changed }
      const attestationObject = Buffer.concat([
        Buffer.of(0xa3),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.of(0xa0)],
        ...[text('authData'), bytes(authenticatorData(ceremony, true))],
      ])
      const clientDataJSON = base64Url(clientData('webauthn.create', question, ceremony))
      return {
        challenge: question.challenge,
        response: { ...credential, response: { clientDataJSON, attestationObject: base64Url(attestationObject) } },
      }
    },
    /** Answers `navigator.credentials.get()`. */
    sign(question: PasskeyQuestion, changed: Partial<Ceremony> = {}) {
      const ceremony = { ...HONEST, ...changed }
      const data = clientData('webauthn.get', question, ceremony)
      const authData = authenticatorData(ceremony, false)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return {
        challenge: question.challenge,
        response: {
          ...credential,
          response: {
            clientDataJSON: base64Url(data),
            authenticatorData: base64Url(authData),
            signature: base64Url(signature),
          },
        },
      }
    },
  }
}
export type TestAuthenticator = ReturnType<typeof createAuthenticator>

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SealedTable } from './sealed-columns.ts'

/** Where a sealed value is kept: it opens in this place only. */
export interface Place {
  readonly table: SealedTable
  readonly column: string
  /** Primary key of the row. */
  readonly row: string
}

export interface SecretBox {
  seal(plain: Uint8Array, place: Place): Buffer
  /** Throws when the value was changed, moved to another row, or sealed with another key. */
  open(sealed: Uint8Array, place: Place): Buffer
}

const ALGORITHM = 'aes-256-gcm'
/** First byte of every sealed value, so that the format can change one day. */
const VERSION = 1
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const WRAPPED_BYTES = IV_BYTES + TAG_BYTES + KEY_BYTES

const encrypt = (key: Uint8Array, plain: Uint8Array, about: Uint8Array): Buffer => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(about)
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

const decrypt = (key: Uint8Array, sealed: Uint8Array, about: Uint8Array): Buffer => {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(about).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}

// JSON, because a plain join would make ("a.b", "c") and ("a", "b.c") the same place.
const bindingOf = ({ table, column, row }: Place) => Buffer.from(JSON.stringify([VERSION, table, column, row]))

/** AES-256-GCM with a data key per value, wrapped by a key derived from the master key; both are bound to the place. */
export function createSecretBox(masterKey: Uint8Array): SecretBox {
  const wrapping = Buffer.from(hkdfSync('sha256', masterKey, '', 'fettle secrets at rest', KEY_BYTES))
  return {
    seal(plain, place) {
      const binding = bindingOf(place)
      const dataKey = randomBytes(KEY_BYTES)
      return Buffer.concat([Buffer.of(VERSION), encrypt(wrapping, dataKey, binding), encrypt(dataKey, plain, binding)])
    },
    open(sealed, place) {
      if (sealed[0] !== VERSION) throw new Error(`Sealed values of version ${sealed[0]} are unknown`)
      const binding = bindingOf(place)
      const dataKey = decrypt(wrapping, sealed.subarray(1, 1 + WRAPPED_BYTES), binding)
      return decrypt(dataKey, sealed.subarray(1 + WRAPPED_BYTES), binding)
    },
  }
}

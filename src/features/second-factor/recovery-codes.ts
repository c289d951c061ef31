import { createHash, randomBytes } from 'node:crypto'

export const RECOVERY_CODES = 10

// Crockford's base32: nothing that looks like something else.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 24
const GROUP = 4

/** 24 characters of 5 bits: 120 bits, which a fast hash protects well enough (OWASP ASVS 5.0, 6.5.2: from 112 on). */
const newCode = (): string => Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** "abcdefgh…" → "abcd-efgh-…" */
const grouped = (code: string): string => code.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? code

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => grouped(newCode()))

/** Whatever is typed between the characters or mistaken for another one does not matter. */
const normalise = (typed: string): string =>
  typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')

export const hashRecoveryCode = (typed: string): Buffer => createHash('sha256').update(normalise(typed)).digest()

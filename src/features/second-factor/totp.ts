import { generateSecret, generateURI, verifySync } from 'otplib'

// RFC 6238 with the values that every authenticator app understands: SHA-1, six digits, steps of 30 seconds.
const STEP_SECONDS = 30

/** 160 bits in base32, as RFC 4226 (section 4, R6) recommends. */
export const newTotpSecret = (): string => generateSecret()

/**
 * The time step that a code belongs to, when it is the code of now, of the step before or of the step after: clocks
 * drift. Undefined for any other six digits.
 */
export function totpStepOf(secret: string, code: string, now: Date): number | undefined {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: STEP_SECONDS,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

/** What the QR code says to an authenticator app. */
export const totpUri = (secret: string, account: string): string =>
  generateURI({ issuer: 'Fettle', label: account, secret })

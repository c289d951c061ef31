import { createHash, timingSafeEqual } from 'node:crypto'

/** The secret in the address of a form. Whoever has it cannot work out that of the webhook, from which it is made. */
export const formSecret = (hookSecret: string): string =>
  createHash('sha256').update(`form ${hookSecret}`).digest('base64url').slice(0, 32)

/** Of the form as the draft has it, which answers while its editor listens. */
export const testFormSecret = (hookSecret: string): string => formSecret(`test ${hookSecret}`)

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Takes as long for a secret that is nearly right as for any other. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected))

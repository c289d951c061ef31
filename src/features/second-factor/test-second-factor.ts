import { generateSync } from 'otplib'
import type { Person, TestApp, TestBrowser } from '#src/app/test-app.ts'

/** The code of now, or of so many seconds later. */
export const codeOf = (secret: string, later = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + later })

/** As if the last code had been used long ago: a test cannot wait for the next one. */
export const forgetLastStep = ({ database }: TestApp, { id }: Person) =>
  database.pool.query('update totp set last_step = 0 where user_id = $1', [id])

export interface ProtectedPerson extends Person {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** A new account with an authenticator app, signed in. */
export async function aProtectedPerson(fettle: TestApp): Promise<ProtectedPerson> {
  const person = await fettle.aPerson()
  const { body } = await person.post('/api/second-factor/totp')
  const secret = String(body.secret)
  const confirmed = await person.post('/api/second-factor/totp/confirm', { code: codeOf(secret) })
  if (confirmed.status !== 200) throw new Error(`confirming answered ${confirmed.status}`)
  await forgetLastStep(fettle, person)
  return { ...person, secret, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

/** The challenge that the right password brings. */
export async function askedForCode(browser: TestBrowser, { email, password }: Person): Promise<string> {
  const { status, body } = await browser.post('/api/login', { email, password })
  const { code, challenge } = body.error as { code: string; challenge: string }
  if (status !== 401 || code !== 'MFA_REQUIRED') throw new Error(`logging in answered ${status} ${code}`)
  return challenge
}

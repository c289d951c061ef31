import type { SecondFactor } from '#src/features/second-factor/second-factor.schema.ts'
import type { ErrorDetail } from '#src/lib/error-envelope.ts'
import { PASSWORD_MIN, RULES } from './account-rules.ts'

export type AuthMode = 'login' | 'register'
export const AUTH_FIELDS = ['name', 'email', 'password', 'terms'] as const
export type AuthField = (typeof AUTH_FIELDS)[number]
export type AuthErrors = Partial<Record<AuthField, string>>

// The server has the last word on addresses; this only catches slips.
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

type Check = (value: string) => string | undefined
const checkEmail: Check = (value) => (EMAIL.test(value.trim()) ? undefined : RULES.email)

const CHECKS: Record<AuthMode, Partial<Record<AuthField, Check>>> = {
  login: {
    email: checkEmail,
    password: (value) => (value === '' ? RULES.passwordMissing : undefined),
  },
  register: {
    name: (value) => (value.trim() === '' ? RULES.nameMissing : undefined),
    email: checkEmail,
    password: (value) => (value.length < PASSWORD_MIN ? RULES.passwordShort : undefined),
    terms: (value) => (value === '' ? RULES.terms : undefined),
  },
}

/** What is wrong with one field; undefined when nothing is. An unticked box has the value ''. */
export const checkAuthField = (mode: AuthMode, field: AuthField, value: string): string | undefined =>
  CHECKS[mode][field]?.(value)

export function checkAuthForm(mode: AuthMode, read: (field: AuthField) => string): AuthErrors {
  const found = AUTH_FIELDS.map((field) => [field, checkAuthField(mode, field, read(field))] as const)
  return Object.fromEntries(found.filter(([, message]) => message !== undefined))
}

/** What the server said about fields of the form. */
export function serverErrors(details: readonly ErrorDetail[]): AuthErrors {
  const known = details.filter(({ field }) => AUTH_FIELDS.some((one) => one === field))
  return Object.fromEntries(known.map(({ field, message }) => [field, message]))
}

/** The password was right; a second factor is still missing. */
export interface SecondStep {
  /** Handed back with the code, within five minutes. */
  readonly challenge: string
  readonly methods: readonly SecondFactor[]
}

const METHODS: Readonly<Record<SecondFactor, true>> = { totp: true, passkey: true, 'recovery-code': true }
const isMethod = (value: unknown): value is SecondFactor => typeof value === 'string' && Object.hasOwn(METHODS, value)

/** What an answer with the code MFA_REQUIRED says beside the code. */
export function toSecondStep({ challenge, methods }: Readonly<Record<string, unknown>>): SecondStep | undefined {
  if (typeof challenge !== 'string' || !Array.isArray(methods)) return undefined
  return { challenge, methods: methods.filter(isMethod) }
}

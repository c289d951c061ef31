import type { ErrorDetail } from '#src/lib/error-envelope.ts'

export type AuthMode = 'login' | 'register'
export const AUTH_FIELDS = ['name', 'email', 'password', 'terms'] as const
export type AuthField = (typeof AUTH_FIELDS)[number]
export type AuthErrors = Partial<Record<AuthField, string>>

const PASSWORD_MIN = 8
// The server has the last word on addresses; this only catches slips.
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

type Check = (value: string) => string | undefined
const checkEmail: Check = (value) => (EMAIL.test(value.trim()) ? undefined : 'Please enter a valid email address')

const CHECKS: Record<AuthMode, Partial<Record<AuthField, Check>>> = {
  login: {
    email: checkEmail,
    password: (value) => (value === '' ? 'Password is required' : undefined),
  },
  register: {
    name: (value) => (value.trim() === '' ? 'Name is required' : undefined),
    email: checkEmail,
    password: (value) => (value.length < PASSWORD_MIN ? 'Password must be at least 8 characters' : undefined),
    terms: (value) => (value === '' ? 'Please agree to the terms of use' : undefined),
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

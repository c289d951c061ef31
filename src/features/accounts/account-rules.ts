/** What an account's fields must be; for forms without the schemas, which import the same. */
export const NAME_MAX = 200
export const EMAIL_MAX = 320
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 1000

export const RULES = {
  nameMissing: 'Name is required',
  nameLong: `Name must be at most ${NAME_MAX} characters`,
  email: 'Please enter a valid email address',
  passwordMissing: 'Password is required',
  passwordShort: `Password must be at least ${PASSWORD_MIN} characters`,
  passwordLong: `Password must be at most ${PASSWORD_MAX} characters`,
  terms: 'Please agree to the terms of use',
} as const

import type { AuthMode } from './auth-form.ts'

/** What /auth can be, by its query `mode`. */
const AUTH_PAGES = ['login', 'register', 'forgot', 'reset', 'verify'] as const
export type AuthPage = (typeof AUTH_PAGES)[number]

export const readAuthPage = (mode: string | null): AuthPage => AUTH_PAGES.find((page) => page === mode) ?? 'login'

export const isSignIn = (page: AuthPage): page is AuthMode => page === 'login' || page === 'register'

/** Where links of mails lead: also for somebody who is signed in already. */
export const isMailedLink = (page: AuthPage): boolean => page === 'reset' || page === 'verify'

interface Arrival {
  /** Where to go on to afterwards, as the address has it. */
  readonly wanted: string | null
  /** Whether a star was pressed that only people with an account can set. */
  readonly isForFavorite: boolean
}

/** The address of another form of the page, with the same way to go on. */
export function authHref(page: AuthPage, { wanted, isForFavorite }: Arrival): string {
  const query = new URLSearchParams({
    ...(page !== 'login' && { mode: page }),
    ...(wanted !== null && { redirect: wanted }),
    ...(isForFavorite && { for: 'favorite' }),
  }).toString()
  return `/auth${query === '' ? '' : `?${query}`}`
}

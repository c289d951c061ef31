/** What the browser remembers while it is at the provider. */
export interface PendingVisit {
  readonly proof: string
  /** Path to go on to. */
  readonly target: string
  readonly purpose: 'sign-in' | 'link'
}

const KEY = 'provider-visit'

/** For this tab only, and gone with it. */
export const rememberVisit = (visit: PendingVisit): void => sessionStorage.setItem(KEY, JSON.stringify(visit))

/** Undefined when this tab has not left for a provider. */
export function takePendingVisit(): PendingVisit | undefined {
  const stored = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return stored === null ? undefined : (JSON.parse(stored) as PendingVisit)
}

/** Whether this address is how a provider sends a browser back (RFC 6749, section 4.1.2). */
export const isProviderReturn = (search: URLSearchParams): boolean =>
  search.has('state') && (search.has('code') || search.has('error'))

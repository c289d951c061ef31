const HERE = 'http://here.invalid'
const HOME = '/dashboard'
/** Arriving there again would only ask for the same sign-in. */
const GATES = new Set(['/auth', '/login'])

/** A path of our own site to go on to after signing in; anything else, however it is disguised, is the dashboard. */
export function safeRedirect(wanted: string | null): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted) || !URL.canParse(wanted, HERE)) return HOME
  const { origin, pathname, search, hash } = new URL(wanted, HERE)
  // "/a/..//evil" and "/\t/evil" are paths to our check and hosts to a browser.
  if (origin !== HERE || pathname.startsWith('//') || GATES.has(pathname)) return HOME
  return pathname + search + hash
}

/** Where a visitor signs in who then goes on to this address. */
export const authPath = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string =>
  `/auth?redirect=${encodeURIComponent(pathname + search)}`

import { type Action, isAllowed } from '#src/lib/permissions.ts'
import { AppError, signInRequired, tooManyRequests } from './app-error.ts'
import type { Limiter, Rate } from './limiter.ts'
import type { Asked, SessionCredential, Viewer } from './request-context.ts'

/** Runs before the handler: throws, or returns what the handler may rely on. */
export type Guard<Adds extends object = object> = (asked: Asked) => Adds

export const signedIn: Guard<{ readonly user: Viewer }> = function signedIn({ viewer }) {
  if (viewer === null) throw signInRequired()
  return { user: viewer }
}

/** For how long after signing in sensitive changes need no new proof. */
export const FRESH_MS = 10 * 60_000

export const freshSignInRequired = () =>
  new AppError({ code: 'FRESH_SIGN_IN_REQUIRED', status: 403, message: 'Confirm that it is you to go on' })
const forbidden = () => new AppError({ code: 'FORBIDDEN', status: 403, message: 'Your role does not allow this' })
export const secondFactorRequired = () =>
  new AppError({
    code: 'SECOND_FACTOR_REQUIRED',
    status: 403,
    message: 'Set up two-factor authentication in your settings first',
  })

interface InSession {
  readonly user: Viewer
  readonly session: SessionCredential
}

/** Signed in at a browser; an API key is not enough. */
export const inSession: Guard<InSession> = function inSession(asked) {
  const { user } = signedIn(asked)
  if (user.credential.kind !== 'session') throw signInRequired()
  return { user, session: user.credential }
}

const isFresh = (at: Date | null): boolean => at !== null && Date.now() - at.getTime() <= FRESH_MS

/**
 * For changes that a forgotten browser must not allow: asks for a new proof after ten minutes, of the second factor
 * too when the account has one.
 */
export const fresh: Guard<InSession> = function fresh(asked) {
  const proven = inSession(asked)
  const { authenticatedAt, secondFactorAt } = proven.session
  if (!isFresh(authenticatedAt) || (proven.user.hasSecondFactor && !isFresh(secondFactorAt)))
    throw freshSignInRequired()
  return proven
}

/** For money that leaves to a bank: the account must have a second factor, and it was passed in this session. */
export const withSecondFactor: Guard<InSession> = function withSecondFactor(asked) {
  const proven = inSession(asked)
  if (!proven.user.hasSecondFactor) throw secondFactorRequired()
  // They signed in before it was set up.
  if (proven.session.secondFactorAt === null) throw freshSignInRequired()
  return proven
}

/** The role must allow the action, and the person must have passed a second factor in this session. */
export const may = (action: Action): Guard<InSession> =>
  function may(asked) {
    const proven = inSession(asked)
    if (!isAllowed(proven.user.role, action)) {
      asked.request.log.warn({ userId: proven.user.id, action }, 'refused: the role does not allow it')
      throw forbidden()
    }
    if (!proven.user.hasSecondFactor || proven.session.secondFactorAt === null) throw secondFactorRequired()
    return proven
  }

const limitBy =
  (whom: (asked: Asked) => string) =>
  (limiter: Limiter) =>
  (rate: Rate, name: string): Guard =>
    function limit(asked) {
      const wait = limiter.take(rate, `${name} ${whom(asked)}`)
      if (wait > 0) throw tooManyRequests(wait)
      return {}
    }

/** Answers 429 with Retry-After once `rate` is spent for this person or address. */
export const limitWith = limitBy(({ viewer, address }) => viewer?.id ?? address)

/** The same for the address alone, for what makes people: a new account must not bring new tries. */
export const limitAddressWith = limitBy(({ address }) => address)

/** The same for everybody together: what one address cannot do, ten thousand must not do either. */
export const limitAllWith = limitBy(() => 'everybody')

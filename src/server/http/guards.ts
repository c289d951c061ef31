import { signInRequired, tooManyRequests } from './app-error.ts'
import type { Limiter, Rate } from './limiter.ts'
import type { Asked, Viewer } from './request-context.ts'

/** Runs before the handler: throws, or returns what the handler may rely on. */
export type Guard<Adds extends object = object> = (asked: Asked) => Adds

export const signedIn: Guard<{ readonly user: Viewer }> = function signedIn({ viewer }) {
  if (viewer === null) throw signInRequired()
  return { user: viewer }
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

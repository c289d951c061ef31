import { signInRequired, tooManyRequests } from './app-error.ts'
import type { Limiter, Rate } from './limiter.ts'
import type { Asked, Viewer } from './request-context.ts'

/** Runs before the handler: throws, or returns what the handler may rely on. */
export type Guard<Adds extends object = object> = (asked: Asked) => Adds

export const signedIn: Guard<{ readonly user: Viewer }> = function signedIn({ viewer }) {
  if (viewer === null) throw signInRequired()
  return { user: viewer }
}

/** Answers 429 with Retry-After once `rate` is spent for this person or address. */
export const limitWith =
  (limiter: Limiter) =>
  (rate: Rate, name: string): Guard =>
    function limit({ viewer, address }) {
      const wait = limiter.take(rate, `${name} ${viewer?.id ?? address}`)
      if (wait > 0) throw tooManyRequests(wait)
      return {}
    }
